const SOFT_HYPHEN = '\u00ad'

/** Shorter words find room. */
const long = 11
/** What stands behind the hyphen is rather a word of its own than its ending: Bewegungs-melder, not Bewegungsmel-der. */
const fewest = { before: 3, behind: 4 }
const vowels = /[aeiouyäöüàâéèêëîïôùû]/i
/** What begins a part as a whole: the beginning after the s that joins two words, letters that are one sound. */
const together =
  /((?<=ngs)[bdfgkpt][lr]|(?<=[lnrt])sch[lmnrw]|(?<!ng)spr|(?<=n)fr|(?<=sch)tr|sch|ch|ck|ph|th|sh|qu)$/i

/** Parts of a word as German spells them when it is broken: the last consonant goes with what follows. */
function syllables(word: string): readonly string[] {
  const parts: string[] = []
  let begun = 0
  for (let at = 1; at < word.length; at += 1) {
    if (!vowels.test(word.charAt(at)) || vowels.test(word.charAt(at - 1))) continue
    const sound = together.exec(word.slice(begun, at))?.[0].length ?? 1
    const cut = at - sound
    if (cut - begun < 2 || !vowels.test(word.slice(begun, cut))) continue
    parts.push(word.slice(begun, cut))
    begun = cut
  }
  return [...parts, word.slice(begun)]
}

/**
 * Where the long words of a name may break, with a hyphen then: browsers have no dictionary for the names that people
 * give. What is no word of letters stays as it is.
 */
export const hyphenated = (name: string): string =>
  name.replace(/\p{Letter}+/gu, (word) => {
    if (word.length < long) return word
    const parts = syllables(word)
    let behind = word.length
    let before = 0
    return parts
      .map((part, at) => {
        before += part.length
        behind -= part.length
        const may = at < parts.length - 1 && before >= fewest.before && behind >= fewest.behind
        return may ? part + SOFT_HYPHEN : part
      })
      .join('')
  })
