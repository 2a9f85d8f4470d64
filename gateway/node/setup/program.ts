import { execFile } from 'node:child_process'

/** A program of the system has failed. */
export class ProgramError extends Error {
  readonly code: number | string
  readonly output: string

  constructor(program: string, code: number | string, output: string) {
    super(`${program} failed with ${code}`)
    this.name = 'ProgramError'
    this.code = code
    this.output = output
  }
}

/** Lists of networks and zones are far below. */
const MOST_OUTPUT = 4 * 1024 * 1024

/** Runs a program without a shell, in the language that its messages are known in, and gives back what it printed. */
export function runProgram(program: string, args: readonly string[], timeout: number): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { timeout, maxBuffer: MOST_OUTPUT, env: { ...process.env, LC_ALL: 'C' } },
      (error, stdout, stderr) => {
        if (error) reject(new ProgramError(program, error.code ?? 'timeout', `${stderr}${stdout}`))
        else resolve(stdout)
      },
    )
  })
}
