/** `npm run check`: everything but the browser and the database servers. */
import { quickChecks } from './checks.ts'
import { scratchInMemory } from './scratch.ts'
import { runSteps } from './steps.ts'

scratchInMemory()
await runSteps(quickChecks)
