import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mutatedFolder } from './mutated.ts'

const judges = mutatedFolder(process.env.GATEHOUSE_MUTATE)

/** Tests beside the code judge first: most mutants are noticed before a server has to start, and the first notice ends it. */
class BesideFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isBeside = ({ moduleId }: TestSpecification): boolean => moduleId.includes(`/${judges?.folder}/`)
    return (await super.sort(files)).toSorted((one, other) => Number(isBeside(other)) - Number(isBeside(one)))
  }
}

/** The tests that judge the mutants of one folder, without what only a build or a page needs. */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: judges?.folder === 'server/store' ? ['tests/store/postgres-setup.ts'] : [],
    setupFiles: ['scripts/quality/store-in-thread.ts', 'tests/setup-random.ts'],
    include: [...(judges?.tests ?? [])],
    sequence: { sequencer: BesideFirst },
    isolate: false,
    testTimeout: 30_000,
    restoreMocks: true,
  },
})
