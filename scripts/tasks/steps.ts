import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { remark } from './remark.ts'
import { type Ran, run } from './run.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
  /** Said once more at the end: what failed, and why in a few lines; what passed only when tried again. */
  remarks?: readonly string[]
  /** How long each file took, in ms. */
  files?: Readonly<Record<string, number>>
}

/** Longer than any step takes on a machine that is fit for it, ms: what hangs is heard of, and so is the rest. */
export const HANGS = 40 * 60_000

/** How many of a step's files are named as its slowest. */
const SLOWEST = 12

/** Prints; a step that runs beside others is heard when it is over. */
export type Say = (text: string) => void

export interface Step {
  name: string
  run(say: Say): Promise<Count>
}

/** A program that either succeeds or fails: one test. Speaks only when it failed, unless `loud`. */
export const single = (name: string, program: string, args: readonly string[] = [], loud = false): Step => ({
  name,
  async run(say) {
    const { code, output } = await run(program, args, { limit: HANGS })
    if (loud || code !== 0) say(output)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  },
})

/** What a runner that writes a report counted. Without a report, or with an error outside any test, one has failed. */
async function counted<Report>(
  name: string,
  start: (file: string) => Promise<Ran>,
  read: (report: Report) => Count,
): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'))
  const file = join(folder, 'report.json')
  const { code } = await start(file)
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    return count.failed === 0 && code !== 0 ? { ...count, failed: 1 } : count
  } catch {
    return { passed: 0, failed: 1, skipped: 0, remarks: [`${name}: over with ${code}, and no report`] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Vitest projects, counted test by test (`count-reporter.ts`); prints what failed and the totals. */
export const vitest = (
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
  limit?: number,
): Step => ({
  name,
  run: (say) =>
    counted<Count>(
      name,
      (file) =>
        run(
          'vitest',
          ['run', '--reporter=minimal', '--reporter=./scripts/tasks/count-reporter.ts', ...args],
          { env: { ...env, GATEHOUSE_COUNT: file }, say, limit },
        ),
      (report) => report,
    ),
})

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: {
      projectName: string
      status: string
      results: { duration: number; errors: { message?: string }[] }[]
    }[]
  }[]
}

interface PlaywrightReport extends Pick<PlaywrightSuite, 'suites'> {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
}

function* journeysOf({ suites = [] }: Pick<PlaywrightSuite, 'suites'>): Generator<string> {
  for (const suite of suites) {
    for (const { title, file, tests } of suite.specs)
      for (const { projectName, status, results } of tests)
        if (status === 'unexpected' || status === 'flaky')
          yield remark(
            status,
            `[${projectName}] ${file} ${title}`,
            results.flatMap(({ errors }) => errors)[0]?.message,
          )
    yield* journeysOf(suite)
  }
}

/** How long the journeys of each file took, in ms. */
function timesOf({ suites = [] }: Pick<PlaywrightSuite, 'suites'>): Record<string, number> {
  const times: Record<string, number> = {}
  const walk = ({ suites: inner = [], specs }: PlaywrightSuite): void => {
    for (const { file, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results))
        times[file] = (times[file] ?? 0) + duration
    inner.forEach(walk)
  }
  suites.forEach(walk)
  return times
}

/** The files that a step spends most of its time in. */
function slowestOf(files: NonNullable<Count['files']>): string {
  const slowest = Object.entries(files)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
  return slowest.map(([file, ms]) => `${file} ${(ms / 1000).toFixed(0)} s`).join(', ')
}

/** Journeys in a real browser, counted one by one. What passes only when tried again is named. */
export const journeys = (
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  limit?: number,
): Step => ({
  name,
  run: (say) =>
    counted<PlaywrightReport>(
      name,
      (file) =>
        run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', ...args], {
          env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
          say,
          limit,
        }),
      (report) => ({
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected + report.errors.length,
        skipped: report.stats.skipped,
        files: timesOf(report),
        remarks: [
          ...journeysOf(report),
          ...report.errors.map(({ message }) => remark('unexpected', name, message)),
        ],
      }),
    ),
})

const print: Say = (text) => void process.stdout.write(text)

/** Several at once: each runs all of its own after another, and what a step prints stays together. */
async function lane(
  steps: readonly Step[],
  many: boolean,
  done: (step: Step, line: string, count: Count) => void,
) {
  for (const step of steps) {
    const said: string[] = []
    const start = performance.now()
    const count = await step.run(many ? (text) => void said.push(text) : print)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    print(said.join(''))
    done(step, lineOf(step, count, seconds), count)
  }
}

const lineOf = ({ name }: Step, { passed, failed, skipped }: Count, seconds: string): string =>
  `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(34)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped ${seconds.padStart(7)} s`

/**
 * Runs stage after stage; in a stage, its lanes beside each other, and in a lane step after step. A failure does not
 * hide the next. Closes with the steps in the order they are written and `N passed, N failed`.
 */
export async function runSteps(stages: readonly Stage[]): Promise<never> {
  const total: Count = { passed: 0, failed: 0, skipped: 0 }
  const lines = new Map<Step, string>()
  const remarks: string[] = []
  const slowest: string[] = []
  for (const lanes of stages) {
    await Promise.all(
      lanes.map((steps) =>
        lane(steps, lanes.length > 1, (step, line, count) => {
          total.passed += count.passed
          total.failed += count.failed
          total.skipped += count.skipped
          remarks.push(...(count.remarks ?? []))
          if (count.files) slowest.push(`slowest ${step.name}: ${slowestOf(count.files)}`)
          lines.set(step, line)
          print(`${line}\n`)
        }),
      ),
    )
  }
  const summary = stages.flat(2).map((step) => lines.get(step))
  if (slowest.length > 0) print(`\n${slowest.join('\n')}\n`)
  // Beside the counts: a record of a run that keeps only a part of it keeps both.
  if (remarks.length > 0) print(`\n${remarks.join('\n')}\n`)
  print(`\n${summary.join('\n')}\n\n`)
  print(
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
  )
  process.exit(total.failed === 0 ? 0 : 1)
}

/** Lanes that run beside each other; the steps of a lane run one after another. */
export type Stage = readonly (readonly Step[])[]
