import type { Texts } from './reader.ts'

/**
 * One file per area and language, mounted under the area's name. The page that a gateway serves has files of its own in
 * place of these (src/local/text-files.ts).
 */
export const files: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<Texts>(
  ['../../locales/*/*.json', '!../../locales/*/{local,mail,selfcheck}.json'],
  { import: 'default' },
)
