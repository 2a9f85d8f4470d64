import { journeys, type Step, single, vitest } from './steps.ts'

/** What needs neither a browser nor a database server: types, rules, words, catalogue, unit and contract tests. */
export const quickChecks: Step[] = [
  single('generate', 'scripts/gen.ts'),
  single('types', 'tsc', ['-p', 'tsconfig.json']),
  single('lint and format', 'biome', ['check', '--error-on-warnings']),
  single('who may import whom', 'depcruise', [
    '--config',
    'scripts/quality/dependency-cruiser.cjs',
    'src',
    'widgets',
    'gateway',
    'server',
    'schemas/generated',
  ]),
  single('unused files and exports', 'knip', ['--config', 'scripts/quality/knip.json']),
  single('words in both languages', 'scripts/check-locales.ts'),
  single('catalogue', 'scripts/catalogue-check.ts'),
  vitest('unit, contract and catalogue tests', ['--project', 'node', '--project', 'browser-like']),
  single('app builds', 'scripts/tasks/build.ts'),
  single('size budgets', 'scripts/quality/size-budget.ts', [], true),
  single('configuration list', 'scripts/quality/configuration.ts', ['--check']),
  single('requirements list', 'scripts/quality/requirements.ts', ['--check']),
  single('specification coverage', 'scripts/quality/spec-coverage.ts', ['--totals'], true),
]

/** Real databases, brokers, processes. */
export const systemTests: Step[] = [vitest('system tests', ['--project', 'system'])]

export const browserJourneys = (browser: string): Step =>
  journeys('journeys in the browser', [], { CHROME_PATH: browser })
