/** A pattern that a deployment sets is never tried on a longer text than this (V-05). */
const LONGEST = 512

const compiled = new Map<string, RegExp | undefined>()

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'su')
  } catch {
    // The server has refused it as well and checks by the shipped one.
    return undefined
  }
}

/** Whether a text matches a configured pattern; one that is none lets everything pass. */
export function fits(pattern: unknown, text: string): boolean {
  if (typeof pattern !== 'string' || pattern === '') return true
  if (text.length > LONGEST || pattern.length > LONGEST) return false
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern))
  return compiled.get(pattern)?.test(text) ?? true
}
