/** A folder whose code is changed on purpose, and the tests that have to notice. */
export interface Mutated {
  folder: string
  tests: readonly string[]
}

/** What `npm run test:mutation` changes. Tests that start processes are left out: a mutant is judged in seconds. */
export const mutated: readonly Mutated[] = [
  { folder: 'src/live', tests: ['src/live/**/*.test.ts'] },
  { folder: 'gateway/rules', tests: ['gateway/rules/**/*.test.ts', 'tests/gateway/rules/rule*.test.ts'] },
  {
    folder: 'server/channel',
    tests: ['server/channel/**/*.test.ts', 'tests/channel/packets.test.ts', 'tests/channel/rights/*.test.ts'],
  },
  {
    folder: 'gateway/core',
    tests: ['gateway/{core,lib}/**/*.test.ts', 'tests/gateway/{*,drivers/*,rules/*}.test.ts'],
  },
  {
    folder: 'server/auth',
    tests: ['server/auth/**/*.test.ts', 'tests/http/accounts/passkeys.test.ts'],
  },
  {
    folder: 'server/store',
    tests: [
      'server/store/**/*.test.ts',
      'tests/store/**/{copy,damage,gateway-life,messages,notifications,oauth,repositories,standing}.test.ts',
    ],
  },
]

export const mutatedFolder = (name: string | undefined): Mutated | undefined =>
  mutated.find(({ folder }) => folder === name)
