import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

export interface Step {
  name: string
  run(): Promise<Count>
}

/** A program that either succeeds or fails: one test. Speaks only when it failed, unless `loud`. */
export const single = (name: string, program: string, args: readonly string[] = [], loud = false): Step => ({
  name,
  async run() {
    const { code, output } = await run(program, args, { quiet: !loud })
    if (code !== 0 && !loud) console.log(output)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  },
})

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
}

/** Vitest projects, counted test by test. */
export const vitest = (name: string, args: readonly string[], env: Record<string, string> = {}): Step => ({
  name,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-vitest-'))
    const file = join(folder, 'report.json')
    const { code } = await run(
      'vitest',
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...args],
      { env },
    )
    try {
      const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
      const failed = report.numFailedTests
      // A file that could not be loaded, or an error outside any test, fails the step although no test did.
      return {
        passed: report.numPassedTests,
        failed: failed === 0 && code !== 0 ? 1 : failed,
        skipped: report.numPendingTests,
      }
    } catch {
      return { passed: 0, failed: 1, skipped: 0 }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
})

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Journeys in a real browser, counted one by one; a flaky one has failed. */
export const journeys = (name: string, args: readonly string[], env: Record<string, string>): Step => ({
  name,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-journeys-'))
    const file = join(folder, 'report.json')
    const { code } = await run(
      'playwright',
      ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', ...args],
      {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      },
    )
    try {
      const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
      const failed = stats.unexpected + stats.flaky + errors.length
      return {
        passed: stats.expected,
        failed: failed === 0 && code !== 0 ? 1 : failed,
        skipped: stats.skipped,
      }
    } catch {
      return { passed: 0, failed: 1, skipped: 0 }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
})

/** Runs the steps one after another; a failure does not hide the next. Closes with `N passed, N failed`. */
export async function runSteps(steps: readonly Step[]): Promise<never> {
  const total: Count = { passed: 0, failed: 0, skipped: 0 }
  const lines: string[] = []
  for (const step of steps) {
    const start = performance.now()
    const count = await step.run()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
    const line = `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name.padEnd(34)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(3)} failed ${String(count.skipped).padStart(3)} skipped ${seconds.padStart(7)} s`
    lines.push(line)
    console.log(line)
  }
  console.log(`\n${lines.join('\n')}\n`)
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  )
  process.exit(total.failed === 0 ? 0 : 1)
}
