import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { remark } from './remark.ts'
import type { Count } from './steps.ts'

const nameOf = ({ fullName, module }: TestCase): string => `${module.relativeModuleId} ${fullName}`

const write = (count: Count): void => writeFileSync(process.env.GATEHOUSE_COUNT ?? '', JSON.stringify(count))

/** Writes the `Count` of a run into the file that `GATEHOUSE_COUNT` names. */
export default class CountReporter implements Reporter {
  onInit(): void {
    // Where nothing has changed since the last run, there is no end to hear of.
    write({ passed: 0, failed: 0, skipped: 0 })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const withState = (state: string) => tests.filter((test) => test.result().state === state)
    const failed = withState('failed')
    // A file that cannot be read, or whose preparation fails, has no test that could say so.
    const broken = modules
      .flatMap((module) => [
        { name: module.relativeModuleId, errors: module.errors() },
        ...[...module.children.allSuites()].map((suite) => ({
          name: `${module.relativeModuleId} ${suite.fullName}`,
          errors: suite.errors(),
        })),
      ])
      .filter(({ errors }) => errors.length > 0)
    const count: Count = {
      passed: withState('passed').length,
      failed: failed.length + broken.length + unhandled.length,
      skipped: withState('skipped').length,
      files: Object.fromEntries(
        modules.map((module) => [module.relativeModuleId, module.diagnostic().duration]),
      ),
      remarks: [
        ...failed.map((test) => remark('unexpected', nameOf(test), test.result().errors?.[0]?.message)),
        ...broken.map(({ name, errors }) => remark('unexpected', name, errors[0]?.message)),
        ...unhandled.map(({ message }) => remark('unexpected', 'an error outside every test', message)),
        ...tests
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => remark('flaky', nameOf(test), test.result().errors?.[0]?.message)),
      ],
    }
    write(count)
  }
}
