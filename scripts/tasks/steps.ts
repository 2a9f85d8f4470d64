import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ran, run } from './run.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

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
    const { code, output } = await run(program, args)
    if (loud || code !== 0) say(output)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  },
})

/** What a runner that writes a report counted. Without a report, or with an error outside any test, one has failed. */
async function counted<Report>(
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
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

/** Vitest projects, counted test by test; prints what failed and the totals. */
export const vitest = (name: string, args: readonly string[], env: Record<string, string> = {}): Step => ({
  name,
  run: (say) =>
    counted<VitestReport>(
      (file) =>
        run(
          'vitest',
          ['run', '--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`, ...args],
          {
            env,
            say,
          },
        ),
      (report) => ({
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests,
      }),
    ),
})

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Journeys in a real browser, counted one by one; a flaky one has failed. */
export const journeys = (name: string, args: readonly string[], env: Record<string, string>): Step => ({
  name,
  run: (say) =>
    counted<PlaywrightReport>(
      (file) =>
        run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', ...args], {
          env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
          say,
        }),
      ({ stats, errors }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + errors.length,
        skipped: stats.skipped,
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
  for (const lanes of stages) {
    await Promise.all(
      lanes.map((steps) =>
        lane(steps, lanes.length > 1, (step, line, count) => {
          total.passed += count.passed
          total.failed += count.failed
          total.skipped += count.skipped
          lines.set(step, line)
          print(`${line}\n`)
        }),
      ),
    )
  }
  const summary = stages.flat(2).map((step) => lines.get(step))
  print(`\n${summary.join('\n')}\n\n`)
  print(
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
  )
  process.exit(total.failed === 0 ? 0 : 1)
}

/** Lanes that run beside each other; the steps of a lane run one after another. */
export type Stage = readonly (readonly Step[])[]
