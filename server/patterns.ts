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

/** What is wrong with a pattern that a deployment sets; undefined = it may be used (V-05). */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  try {
    runInNewContext(
      'const known = new RegExp(pattern, "u"); for (const text of attacks) known.test(text)',
      { pattern, attacks },
      { timeout: PATIENCE_MS },
    )
    return undefined
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown }
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? 'can be made to run for very long'
      : `is not valid (${String(message)})`
  }
}
