import { vi } from 'vitest'

/** Milliseconds: as long as for what a page is waited for (setup-dom.ts). A busy machine takes its time. */
const PATIENCE = 5000

const { waitFor } = vi
const patient: typeof vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })
// The files of a worker may share it: it is patient once.
if (waitFor.name !== 'patient') vi.waitFor = patient
