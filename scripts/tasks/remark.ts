import { stripVTControlCharacters } from 'node:util'

/** How many lines of an error say what is wrong; the whole of it stands further up. */
const LINES = 12

/** One test in a few lines: what became of it, its name, how its error begins. */
export function remark(status: 'unexpected' | 'flaky', name: string, error = ''): string {
  const word = status === 'flaky' ? 'passed only when tried again' : 'failed'
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
  return [`${word}: ${name}`, ...lines.map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}
