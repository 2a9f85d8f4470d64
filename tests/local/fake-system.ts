import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'

/** What a program was called with: its arguments, and the file of secrets that it was pointed to. */
export interface Called {
  program: string
  args: string[]
  secrets?: string
  mode?: string
  language?: string
}

interface Answer {
  /** All of these stand among the arguments, in this order. */
  when: readonly string[]
  out?: string
  err?: string
  code?: number
}

/** Around each argument, so that whole ones are found in what a program was called with; no test has them in a name. */
const [FROM, TO] = ['\u0002', '\u0003']

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Stands in for a program of the system: notes how it was called and prints what the test has laid out. In the shell,
 * which starts in a twentieth of the time of Node: hundreds of calls are made.
 */
const program = (name: string, folder: string) => `#!/bin/sh
secrets= mode= before= said=
for word in "$@"; do
  if [ "$before" = passwd-file ]; then
    mode=$(ls -ln "$word" | cut -c 1-10)
    # The shell drops the lines at the end of what it takes in.
    secrets=$(cat "$word"; printf .)
  fi
  before=$word
  said="$said${FROM}$word${TO}"
done
printf '%s\\000' ${name} "\${LC_ALL-}" "$mode" "$secrets" $# "$@" >> ${quoted(`${folder}/calls`)}
. ${quoted(`${folder}/answers`)}
`

/** What the programs answer, as they read it. */
function script(answers: readonly Answer[]): string {
  const cases = answers.map(({ when, out = '', err = '', code = 0 }) => {
    const pattern = when.map((word) => `*${quoted(FROM + word + TO)}`).join('')
    return `${pattern}*) printf %s ${quoted(out)}; printf %s ${quoted(err)} >&2; exit ${code} ;;`
  })
  return `case $said in\n${cases.join('\n')}\nesac\n`
}

/** As `ls` tells it: `rw-------` is 600. */
const modeOf = (said: string): string =>
  [1, 4, 7].map((at) => [4, 2, 1].reduce((sum, bit, n) => sum + (said[at + n] === '-' ? 0 : bit), 0)).join('')

/** A machine with NetworkManager and systemd, as far as their programs are asked. */
export class FakeSystem {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-system-'))

  constructor(...programs: readonly string[]) {
    const bin = join(this.#folder, 'bin')
    mkdirSync(bin)
    for (const name of programs) {
      writeFileSync(join(bin, name), program(name, this.#folder))
      chmodSync(join(bin, name), 0o755)
    }
    writeFileSync(join(this.#folder, 'calls'), '')
    this.answers([])
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`)
  }

  answers(answers: readonly Answer[]): void {
    writeFileSync(join(this.#folder, 'answers'), script(answers))
  }

  calls(...words: readonly string[]): Called[] {
    const said = readFileSync(join(this.#folder, 'calls'), 'utf8').split('\0')
    const calls: Called[] = []
    while (said.length > 1) {
      const [program = '', language = '', mode = '', secrets = '', count = '0'] = said.splice(0, 5)
      const pointed = mode === '' ? {} : { secrets: secrets.slice(0, -1), mode: modeOf(mode) }
      calls.push({ program, language, args: said.splice(0, Number(count)), ...pointed })
    }
    return calls.filter(({ args }) => words.every((word) => args.includes(word)))
  }

  close(): void {
    vi.unstubAllEnvs()
    rmSync(this.#folder, { recursive: true })
  }
}
