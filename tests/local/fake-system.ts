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

/** Stands in for a program of the system: notes how it was called and prints what the test has laid out. */
const program = (name: string, folder: string) => `#!${process.execPath}
const { appendFileSync, readFileSync, statSync } = require('node:fs')
const args = process.argv.slice(2)
const at = args.indexOf('passwd-file')
const file = at < 0 ? undefined : args[at + 1]
const called = { program: '${name}', args, language: process.env.LC_ALL,
  ...(file && { secrets: readFileSync(file, 'utf8'), mode: (statSync(file).mode & 0o777).toString(8) }) }
appendFileSync('${folder}/calls', JSON.stringify(called) + '\\n')
const answers = JSON.parse(readFileSync('${folder}/answers.json', 'utf8'))
const fits = (words) => { let from = 0; return words.every((word) => { from = args.indexOf(word, from) + 1; return from > 0 }) }
const { out = '', err = '', code = 0 } = answers.find(({ when }) => fits(when)) ?? {}
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = code
`

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
    writeFileSync(join(this.#folder, 'answers.json'), JSON.stringify(answers))
  }

  calls(...words: readonly string[]): Called[] {
    return readFileSync(join(this.#folder, 'calls'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Called)
      .filter(({ args }) => words.every((word) => args.includes(word)))
  }

  close(): void {
    vi.unstubAllEnvs()
    rmSync(this.#folder, { recursive: true })
  }
}
