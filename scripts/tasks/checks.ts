import { availableParallelism } from 'node:os'
import { serverFile } from './server-process.ts'
import { HANGS, journeys, type Stage, type Step, single, vitest } from './steps.ts'

const unitTests = (...which: string[]): Step =>
  vitest(
    'unit, contract and catalogue tests',
    [
      ...['--project', 'node', '--project', 'browser-like'],
      // They wait for servers and timers for a third of their time: one more than there are cores leaves none idle.
      `--maxWorkers=${availableParallelism() + 1}`,
      ...which,
    ],
    {},
    HANGS,
  )

const lint = single('lint and format', 'biome', ['check', '--error-on-warnings'])

const rules: Step[] = [
  single('types', 'tsc', ['-p', 'tsconfig.json', '--checkers', '2']),
  single('app builds', 'scripts/tasks/build.ts'),
  single('size budgets', 'scripts/quality/size-budget.ts', [], true),
  single('who may import whom', 'depcruise', [
    '--config',
    'scripts/quality/dependency-cruiser.cjs',
    ...['--cache', 'node_modules/.cache/gatehouse-imports'],
    'src',
    'widgets',
    'gateway',
    'server',
    'schemas/generated',
  ]),
  single('unused files and exports', 'knip', [
    ...['--config', 'scripts/quality/knip.json'],
    ...['--cache', '--cache-location', 'node_modules/.cache/gatehouse-unused'],
  ]),
  single('words in both languages', 'scripts/check-locales.ts'),
  single('catalogue', 'scripts/catalogue-check.ts'),
  single('configuration list', 'scripts/quality/configuration.ts', ['--check']),
  single('language of definitions', 'scripts/quality/language.ts', ['--check']),
  single('list of decisions', 'scripts/quality/decisions.ts', ['--check']),
  single('requirements list', 'scripts/quality/requirements.ts', ['--check']),
  single('table of all there is', 'scripts/quality/surface/surface.ts', ['--check']),
  single('words of scenes', 'scripts/quality/scene-words/scene-words.ts', ['--check']),
  single('specification coverage', 'scripts/quality/spec-coverage.ts', ['--totals'], true),
]

/** `beside` takes no more than a while beside the tests, and is needed by what comes after them. */
const checks = (tests: Step, ...beside: Step[]): Stage[] => [
  // What is generated is nobody's to lint.
  [[single('generate', 'scripts/gen.ts')], [lint]],
  [rules, [tests], beside],
]

/** What needs neither a browser nor a database server: types, rules, words, catalogue, unit and contract tests. */
export const quickChecks = (...beside: Step[]): Stage[] => checks(unitTests(), ...beside)

/** The same without the files of tests of which nothing has changed since they passed here (tests/setup-reads.ts). */
export const changedChecks = (): Stage[] => checks(unitTests('--sinceLastRun'))

/**
 * Real databases, brokers, processes: they want the machine for themselves. A machine that halts for seconds fails
 * one of thousands now and then, so each may be tried once more; whatever needed it is named at the end, to be mended.
 * Servers that are processes are the built one, as in the journeys: it starts in half the time.
 */
export const systemTests = (env: Record<string, string>): Stage => [
  [
    vitest(
      'system tests',
      ['--project', 'system', '--retry=1'],
      { ...env, GATEHOUSE_SERVER: serverFile },
      HANGS,
    ),
  ],
]

export const browserJourneys = (browser: string): Step =>
  journeys('journeys in the browser', ['--retries=1'], { CHROME_PATH: browser }, HANGS)
