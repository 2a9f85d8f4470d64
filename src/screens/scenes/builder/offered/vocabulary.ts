import vocabularyFile from '#catalogue/scenes/vocabulary.json'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'

/** What scenes can say. */
export const vocabulary = vocabularyFile as unknown as SceneVocabulary
