/** `npm run check`: everything but the browser and the database servers; `-- --all` also what has not changed since. */
import { changedChecks, quickChecks } from './checks.ts'
import { scratchInMemory } from './scratch.ts'
import { runSteps } from './steps.ts'

scratchInMemory()
await runSteps(process.argv.includes('--all') ? quickChecks() : changedChecks())
