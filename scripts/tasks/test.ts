/** `npm test`: everything. */
import { findHeadlessBrowser } from './browser.ts'
import { browserJourneys, quickChecks, systemTests } from './checks.ts'
import { demoData } from './demo-data.ts'
import { scratchInMemory } from './scratch.ts'
import { runSteps, type Step } from './steps.ts'

const browser = await findHeadlessBrowser()
scratchInMemory()
const missing: Step = {
  name: 'journeys in the browser',
  run: async (say) => {
    say('No browser was found. Install Chromium (Debian: apt-get install chromium) or set CHROME_PATH.\n')
    return { passed: 0, failed: 1, skipped: 0 }
  },
}
const { step, env } = demoData()
await runSteps([...quickChecks(step), systemTests(env), [[browser ? browserJourneys(browser) : missing]]])
