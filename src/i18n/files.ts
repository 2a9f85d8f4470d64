import type { Texts } from './engine.ts'

/** One file per area and language, mounted under the area's name; fetched when a route needs it. */
export const files: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<Texts>(
  '../../locales/*/*.json',
  { import: 'default' },
)
