/** Letters that carry no mark of their own, but are written without it by whoever has no such key. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
}

/**
 * The text as it is typed without accents, in lower case: "Müller" is found by "muller". Only marks of Latin, Greek
 * and Cyrillic letters go; those of other scripts make other letters.
 */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøłđðı]/g, (letter) => PLAIN[letter] ?? letter)
