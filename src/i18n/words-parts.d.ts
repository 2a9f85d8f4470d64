/** Texts as they are used together, by `language/part` (scripts/vite/words.ts). */
declare module 'virtual:words' {
  export const parts: Readonly<Record<string, () => Promise<import('./reader.ts').Texts>>>
  /** Parts that have all of an area, the smallest first. */
  export const holders: Readonly<Record<string, readonly string[]>>
}
