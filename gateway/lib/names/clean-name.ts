/** Stands for a pause where names stand on the wire (spec 3 §3): nobody's name, however it is written. */
export const PAUSE_NAME = 'D#E#L#A#Y'

/**
 * A name without characters that are invisible, break lines or turn the direction of writing; nothing is left of one that
 * is reserved (V-12).
 */
export function cleanName(name: string): string {
  const seen = name.normalize('NFC').replaceAll(BREAKS, '').replaceAll(UNSEEN, '')
  const clean = seen.replaceAll(HEAPED, '$1').trim()
  return clean.toUpperCase() === PAUSE_NAME || !VISIBLE.test(clean) ? '' : clean
}

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/**
 * Control characters but for new lines and tabs, and what is invisible or turns the direction of writing; but for what
 * joins letters, or says which form a sign has.
 */
const UNSEEN =
  /(?!\n|\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
/** No script writes more marks on one letter; a heap of them lies over the lines above. */
const HEAPED = /(\p{M}{4})\p{M}+/gu
const VISIBLE = /(?!\u200c|\u200d)[^\s\p{M}]/u

/** A text of several lines without what is never meant to be seen. */
export const cleanText = (text: string): string => text.replaceAll(UNSEEN, '')

/** Whether people would take two names for the same: however they are written, and in whatever case. */
export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
