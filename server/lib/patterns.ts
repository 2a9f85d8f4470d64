import { runInNewContext } from 'node:vm'

const MAX_LENGTH = 512
/** A pattern that takes longer for one of these texts would let a visitor stop the server. */
const PATIENCE_MS = 50

const attacks: readonly string[] = [
  'a',
  'A',
  '1',
  'a1',
  'é',
  "'",
  '-',
  ' ',
  'a ',
  'a-',
  '.',
  'a.',
  '@',
  'a@',
  '0 ',
]
  .flatMap((part) => [part.repeat(40), part.repeat(400)])
  .flatMap((text) => [`${text}!`, `a@${text}\n`])

/** A machine that was busy with something else just then gets another try; a bad pattern takes long each time. */
const TRIES = 3

function takesLong(pattern: string): boolean {
  try {
    runInNewContext(
      'const known = new RegExp(pattern, "u"); for (const text of attacks) known.test(text)',
      { pattern, attacks },
      { timeout: PATIENCE_MS },
    )
    return false
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
    throw cause
  }
}

/** What is wrong with a pattern that a deployment sets; undefined = it may be used (V-05). */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  try {
    new RegExp(pattern, 'u')
  } catch (cause) {
    return `is not valid (${(cause as Error).message})`
  }
  for (let attempt = 0; attempt < TRIES; attempt++) if (!takesLong(pattern)) return undefined
  return 'can be made to run for very long'
}
