import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_DATA } from '../../tests/support/demo-data.ts'
import { serve } from '../../tests/support/serve.ts'
import type { Step } from './steps.ts'

/** Furnishes a demo once; with `env` the servers of later steps begin with it (tests/support/demo-data.ts). */
export function demoData(): { step: Step; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'))
  const begun = mkdtempSync(join(folder, 'begun-'))
  const furnished = join(folder, 'furnished')
  const step: Step = {
    name: 'a demo to begin with',
    async run(say) {
      try {
        await (await serve({}, begun)).stop()
        // There is all of it or nothing.
        cpSync(begun, furnished, { recursive: true })
        return { passed: 1, failed: 0, skipped: 0 }
      } catch (error) {
        say(`${error}\n`)
        return { passed: 0, failed: 1, skipped: 0 }
      }
    },
  }
  return { step, env: { [DEMO_DATA]: furnished } }
}
