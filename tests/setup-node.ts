import { afterAll, vi } from 'vitest'

// Runs before each file: the files of a worker share its process, but each reads our modules anew.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
