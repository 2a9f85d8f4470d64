/** Stands for a pause where names stand on the wire (spec 3 §3): nobody's name, however it is written. */
export const PAUSE_NAME = 'D#E#L#A#Y'

/**
 * A name without characters that are invisible, break lines or turn the direction of writing; nothing is left of one that
 * is reserved (V-12).
 */
export function cleanName(name: string): string {
  const clean = name.normalize('NFC').replaceAll(BREAKS, '').replaceAll(UNSEEN, '').trim()
  return clean.toUpperCase() === PAUSE_NAME ? '' : clean
}

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Control characters but for new lines and tabs, and what is invisible or turns the direction of writing. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** A text of several lines without what is never meant to be seen. */
export const cleanText = (text: string): string => text.replaceAll(UNSEEN, '')

/** Whether people would take two names for the same: however they are written, and in whatever case. */
export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
