import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { DEMO_DATA } from '../../tests/support/demo-data.ts'
import { serve } from '../../tests/support/serve.ts'
import type { Step } from './steps.ts'

const PATIENCE_MS = 180_000

/** The last thing that a demo does by itself is to put together what its owner has asked for. */
async function hasLived(data: string): Promise<void> {
  const database = new DatabaseSync(join(data, 'gatehouse.db'), { readOnly: true, timeout: 5000 })
  const exported = database.prepare("SELECT 1 FROM export_tasks WHERE status = 'Completed'")
  const end = Date.now() + PATIENCE_MS
  try {
    while (!exported.get()) {
      if (Date.now() > end) throw new Error('The demo has not put its export together')
      await setTimeout(500)
    }
  } finally {
    database.close()
  }
}

interface DemoData {
  step: Step
  /** For tests that begin with a demo which was furnished just now. */
  furnished: Record<string, string>
  /** For those that begin with one that has done all that it does in its first minute. */
  lived: Record<string, string>
}

/** Makes data once with which the tests of later steps begin (tests/support/demo-data.ts). */
export function demoData(): DemoData {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'))
  const furnished = join(folder, 'furnished')
  const lived = join(folder, 'lived')
  const begun = mkdtempSync(join(folder, 'begun-'))
  const make = async (): Promise<void> => {
    await (await serve({}, begun)).stop()
    cpSync(begun, furnished, { recursive: true })
    const server = await serve({}, begun)
    try {
      await hasLived(begun)
    } finally {
      await server.stop()
    }
    cpSync(begun, lived, { recursive: true })
  }
  const step: Step = {
    name: 'a demo to begin with',
    async run(say) {
      try {
        await make()
        return { passed: 1, failed: 0, skipped: 0 }
      } catch (error) {
        say(`${error}\n`)
        return { passed: 0, failed: 1, skipped: 0 }
      }
    },
  }
  return { step, furnished: { [DEMO_DATA]: furnished }, lived: { [DEMO_DATA]: lived } }
}
