import { vi } from 'vitest'

/** Milliseconds: as long as for what a page is waited for (setup-dom.ts). A busy machine takes its time. */
const PATIENCE = 5000
/** Milliseconds from look to look: what these tests wait for takes a few, and they wait thousands of times. */
const AGAIN = 10

const { waitFor } = vi
const prompt: typeof vi.waitFor = (look, options) =>
  waitFor(look, {
    ...{ timeout: PATIENCE, interval: AGAIN },
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
// The files of a worker may share it: it is prompt once.
if (waitFor.name !== 'prompt') vi.waitFor = prompt
