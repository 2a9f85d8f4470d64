import type { Texts } from '#i18n/reader.ts'

/** Takes the place of the parts that the app's texts are cut into: this page has few texts, and takes them whole. */
export const parts: Readonly<Record<string, () => Promise<Texts>>> = {}

export const holders: Readonly<Record<string, readonly string[]>> = {}
