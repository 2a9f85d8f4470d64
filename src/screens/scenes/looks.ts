import file from '#catalogue/scenes/looks.json'
import type { SceneLooks } from '#schemas/generated/definitions/scene-looks.ts'

export const { icons } = file as SceneLooks
