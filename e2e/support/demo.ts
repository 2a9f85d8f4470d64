import { serve } from '../../tests/support/serve.ts'
import { test as base } from './test.ts'

/** A server with the settings of the demo, which has on what ships off. */
async function withDemo(use: (url: string) => Promise<void>): Promise<void> {
  const served = await serve({ GATEHOUSE_SETTINGS: 'catalogue/demo-settings.json' })
  await use(served.url)
  await served.remove()
}

/** One for each journey: what is done there stays done. */
export const ownDemo = base.extend<{ demo: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for it.
  demo: ({}, use) => withDemo(use),
})

/** One for all journeys of a worker, which change nothing that another one looks at. */
export const sharedDemo = base.extend<object, { demo: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for it.
  demo: [({}, use) => withDemo(use), { scope: 'worker' }],
})
