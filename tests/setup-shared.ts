import { afterAll, vi } from 'vitest'

// The files of a worker share its process: what one has put in the place of something else ends with it.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
