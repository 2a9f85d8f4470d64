import german from '#catalogue/scenes/language/ch_DE.json'
import english from '#catalogue/scenes/language/ch_EN.json'
import type { Language } from '#i18n/languages.ts'
import type { SceneLanguage } from '#schemas/generated/definitions/scene-language.ts'

/** By the language in which somebody may speak of scenes. */
export const sceneLanguages: Readonly<Record<Language, SceneLanguage>> = {
  ch_DE: german as unknown as SceneLanguage,
  ch_EN: english as unknown as SceneLanguage,
}
