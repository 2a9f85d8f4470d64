/** `npm run check`: everything but the browser and the database servers. */
import { quickChecks } from './checks.ts'
import { runSteps } from './steps.ts'

await runSteps(quickChecks)
