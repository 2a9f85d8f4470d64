/** A heavy variant of a test: the same test, many more times. */
export interface Heavy {
  id: string
  what: string
  unit: string
  /** Variable that says how often, and how often it is said each night. */
  variable?: string
  full: number[]
  /** Said to it besides. */
  env?: Readonly<Record<string, string>>
  files: string[]
}

/** What `npm run test:nightly` does; the quick variants run with `npm test`. */
export const plan: readonly Heavy[] = [
  {
    id: 'C-01',
    what: 'a fresh clone: install without scripts, build, serve; what `npm run new` begins passes the checks as it is written',
    unit: 'clone',
    full: [1],
    files: ['tests/nightly/fresh-clone.test.ts', 'tests/nightly/new-parts.test.ts'],
  },
  {
    id: 'L-05',
    what: 'the server is killed while clients are connected; all come back',
    unit: 'clients',
    variable: 'GATEHOUSE_STORM',
    full: [2000, 5000],
    files: ['tests/nightly/storm.test.ts'],
  },
  {
    id: 'S-01',
    what: 'power cuts while four writers write (disk images, arbitrary order of blocks)',
    unit: 'cuts',
    variable: 'GATEHOUSE_POWER_CUTS',
    full: [200],
    files: ['tests/store/crashes/power-cut.test.ts'],
  },
  {
    id: 'S-02',
    what: 'kill -9 while writing, opening and backing up',
    unit: 'kills',
    variable: 'GATEHOUSE_KILLS',
    full: [500],
    files: ['tests/store/crashes/kill.test.ts'],
  },
  {
    id: 'S-04',
    what: 'damaged database files, seven kinds of damage',
    unit: 'mutations each',
    variable: 'GATEHOUSE_MUTATIONS',
    full: [250],
    files: ['tests/store/crashes/damage.test.ts'],
  },
  {
    id: 'S-06',
    what: 'a first start is killed before each of its statements',
    unit: 'statement from kill to kill',
    variable: 'GATEHOUSE_KILL_EVERY',
    full: [1],
    files: ['tests/store/migrations.test.ts'],
  },
  {
    id: 'A-04',
    what: 'signing in takes the same time whether an account exists: within 5 %',
    unit: 'pairs at most',
    variable: 'GATEHOUSE_PAIRS',
    full: [1000],
    files: ['tests/http/accounts/sign-in.test.ts'],
  },
  {
    id: 'M-02',
    what: 'random triples of person, topic and action against the table of rights',
    unit: 'triples each',
    variable: 'GATEHOUSE_TRIPLES',
    full: [100_000],
    files: ['tests/channel/rights/topics.test.ts'],
  },
  {
    id: 'M-09',
    what: 'mutated MQTT packets',
    unit: 'packets',
    variable: 'GATEHOUSE_PACKETS',
    full: [1_000_000],
    files: ['tests/channel/fuzz.test.ts'],
  },
  {
    id: 'L-03',
    what: 'the server is killed with -9 while it carries out a job, 500 tasks a kill: none is lost, and none is done twice by gateways that act once per id',
    unit: 'kills',
    variable: 'GATEHOUSE_JOB_KILLS',
    full: [100],
    files: ['tests/store/jobs/kill.test.ts'],
  },
  {
    id: 'L-04',
    what: 'schedules of lost, repeated, late events and reconnects; the screen equals the hub',
    unit: 'schedules',
    variable: 'GATEHOUSE_RUNS',
    full: [10_000],
    files: ['src/live/home/home-model.test.ts'],
  },
  {
    id: 'L-08',
    what: 'a gateway, and the server with a home in it, are killed with -9 while they carry out an order; a retry is told the truth',
    unit: 'kills each',
    variable: 'GATEHOUSE_HOME_KILLS',
    full: [200],
    files: ['tests/gateway/processes/killed-process.test.ts', 'tests/channel/hosted-kill.test.ts'],
  },
  {
    id: 'L-07',
    what: 'random stories of rules, happenings and clocks: the evaluator fires what the slow and obvious reference fires',
    unit: 'stories',
    variable: 'GATEHOUSE_STORIES',
    full: [20_000],
    files: ['gateway/rules/evaluator.model.test.ts'],
  },
  {
    id: 'V-01',
    what: 'generated and nearly right inputs to every HTTP operation',
    unit: 'inputs each (sign-in: 60)',
    variable: 'GATEHOUSE_INPUTS',
    full: [10_000],
    files: ['reading', 'changing', 'administrating'].map(
      (name) => `tests/http/hostile-input/${name}.test.ts`,
    ),
  },
  {
    id: 'B-01',
    what: 'hostile markup in every text, every screen in a browser: none of it runs',
    unit: 'canaries',
    variable: 'GATEHOUSE_CANARIES',
    full: [30],
    files: ['e2e/journeys/all-screens/hostile-texts.spec.ts'],
  },
  {
    id: 'U-04',
    what: 'every journey in both languages and sizes, where `npm test` sees it in one pair of them',
    unit: 'time',
    full: [1],
    env: { GATEHOUSE_JOURNEYS: 'all' },
    files: ['e2e/journeys'],
  },
]
