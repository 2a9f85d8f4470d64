import { vi } from 'vitest'

// Runs before each file: each reads our modules anew.
vi.resetModules()
