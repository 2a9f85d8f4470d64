import { defineConfig } from 'vitest/config'
import { mutatedFolder } from './mutated.ts'

/** The tests that judge the mutants of one folder, without what only a build or a page needs. */
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['tests/setup-random.ts'],
    include: [...(mutatedFolder(process.env.GATEHOUSE_MUTATE)?.tests ?? [])],
    testTimeout: 30_000,
    restoreMocks: true,
  },
})
