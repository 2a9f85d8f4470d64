import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Ran {
  code: number
  output: string
}

const bin = (name: string): string[] => {
  const path = programs[name]
  if (!path) throw new Error(`${name} is not among the project's programs`)
  return [join('node_modules', path)]
}

/** Programs by the file that Node runs: no shell, the same on every platform. */
const programs: Record<string, string> = {
  // The native compiler; the generators still need the one that is a library.
  tsc: 'typescript-native/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  depcruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'knip/bin/knip.js',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  playwright: 'playwright/cli.js',
  stryker: '@stryker-mutator/core/bin/stryker.js',
}

interface How {
  /** Hears what it prints, as it prints it. */
  say?: (text: string) => void
  env?: Record<string, string>
  /** What runs longer hangs: it is ended, and has failed, ms. */
  limit?: number | undefined
}

/** How long what a program has left running is listened to once the program itself is over, ms. */
const LAST_WORDS = 3_000

/** Runs a program of the project, or one of its own scripts, with the Node that runs this. */
export function run(
  program: string,
  args: readonly string[] = [],
  { say, env, limit }: How = {},
): Promise<Ran> {
  const file = program.endsWith('.ts') ? [program] : bin(program)
  const child = spawn(process.execPath, [...file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(limit !== undefined && { timeout: limit, killSignal: 'SIGKILL' as const }),
  })
  let output = ''
  const take = (chunk: string): void => {
    output += chunk
    say?.(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  return new Promise((resolve) => {
    const over = (code: number | null): void => resolve({ code: code ?? 1, output })
    child.on('close', over)
    // Its pipes stay open for as long as a process that it has left behind lives.
    child.on('exit', (code) => setTimeout(over, LAST_WORDS, code).unref())
  })
}

/** Runs it with the terminal; ends this process when it failed. */
export async function must(program: string, args: readonly string[] = []): Promise<void> {
  const { code, output } = await run(program, args)
  if (code === 0) return
  console.error(output)
  process.exit(code)
}
