/** A word, figure or sign of a sentence, and where it stands there. */
export interface Token {
  /** As it is compared: small, without accents, ä as ae. */
  text: string
  from: number
  to: number
  /** What stands between quotation marks. */
  quoted?: string
}

/** A sentence may be so long; whoever writes more is told so. */
export const LONGEST = 500

const TOKEN =
  /«([^»]*)»|„([^“”]*)[“”]|“([^”]*)”|"([^"]*)"|\d{1,2}[:.]\d{2}(?!\.?\d)|\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|[%°]|[^\s]/gu

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o' }

/** As people write the same word on any keyboard. */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæø]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')

export function tokensOf(sentence: string): Token[] {
  return [...sentence.matchAll(TOKEN)].flatMap((match) => {
    const [all, ...quotes] = match
    const quoted = quotes.find((quote) => quote !== undefined)
    const token = { text: folded(all), from: match.index, to: match.index + all.length }
    if (quoted !== undefined) return [{ ...token, quoted: quoted.trim() }]
    return token.text === '' ? [] : [token]
  })
}

/** The words of a name, as they are compared. */
export const wordsOfName = (name: string): string[] =>
  [...folded(name).matchAll(/\p{L}+|\d+|%/gu)].map(([word]) => word)

/** Without what a language puts at the end of a word: one tree, two trees. */
export const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?:en|er|es|e|n|s)$/, '') : word
