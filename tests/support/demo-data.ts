import { cpSync, existsSync } from 'node:fs'

/** Names a folder with the data of a demo; without it each server furnishes its demo itself. */
export const DEMO_DATA = 'GATEHOUSE_DEMO_DATA'

/** With one of these a server's data are others than those of the plain demo. */
const OTHERS = ['GATEHOUSE_MODE', 'GATEHOUSE_CATALOGUE', 'DATABASE_URL']

/**
 * Gives a server that begins the demo as another one has furnished it before (scripts/tasks/demo-data.ts): hundreds of
 * tests begin with it, and to copy it takes a hundredth of the time. `data` is a folder with nothing in it.
 */
export function beginWithDemo(data: string, environment: Readonly<Record<string, string>>): void {
  const demo = process.env[DEMO_DATA]
  if (demo && existsSync(demo) && !OTHERS.some((name) => name in environment))
    cpSync(demo, data, { recursive: true })
}
