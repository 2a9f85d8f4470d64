/** Texts as they are used together (scripts/vite/words.ts). */
declare module 'virtual:words' {
  type Language = import('./languages.ts').Language
  type Load = () => Promise<import('./reader.ts').Texts>
  interface List {
    /** Areas that come by themselves among them: `recipes.alone`. */
    parts: Readonly<Record<string, Load>>
    /** Parts that have all of an area or branch, the smallest first. */
    holders: Readonly<Record<string, readonly string[]>>
  }
  /** What is said first, by `language/part`. */
  export const first: Readonly<Record<string, Load>>
  /** Names of all other parts. */
  export const others: readonly string[]
  /** Parts that are none without another one. */
  export const after: Readonly<Record<string, string>>
  /** How those come. */
  export const lists: Readonly<Record<Language, () => Promise<List>>>
}
