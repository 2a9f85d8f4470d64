import type { Description } from '#server/store/gateways/firmware.ts'

/** In the language of whoever asks; one that nobody wrote is told in another. */
export const inWords = (description: Description, language: string | undefined): string =>
  typeof description === 'string'
    ? description
    : ((language && description[language]) ?? Object.values(description)[0] ?? '')
