import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./worker.ts?worker&url', () => ({ default: '/assets/worker.js' }))
vi.mock('../twin/worker.ts?worker&url', () => ({ default: '/assets/twin.js' }))

const started: unknown[][] = []
beforeEach(() => {
  vi.resetModules()
  started.length = 0
  vi.stubGlobal(
    'Worker',
    class {
      constructor(...given: unknown[]) {
        started.push(given)
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const OPTIONS = { type: 'module', name: 'channel' }

test('the worker is a module of its own name', async () => {
  const { startWorker } = await import('./start-worker.ts')
  startWorker()
  expect(started).toEqual([['/assets/worker.js', OPTIONS]])
})

test('a twin has a worker of its own', async () => {
  const { startTwinWorker } = await import('./start-worker.ts')
  startTwinWorker()
  expect(started).toEqual([['/assets/twin.js', { type: 'module', name: 'twin' }]])
})

test('B-03 where script addresses are guarded one policy passes the addresses of the workers, and no other', async () => {
  const made: { name: string; rules: { createScriptURL(url: string): string } }[] = []
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: { createScriptURL(url: string): string }) => {
      made.push({ name, rules })
      return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` }
    },
  })
  const { startTwinWorker, startWorker } = await import('./start-worker.ts')
  startWorker()
  startTwinWorker()
  expect(made.map(({ name }) => name)).toEqual(['gatehouse-worker'])
  expect(started).toEqual([
    ['trusted /assets/worker.js', OPTIONS],
    ['trusted /assets/twin.js', { ...OPTIONS, name: 'twin' }],
  ])
  expect(() => made[0]?.rules.createScriptURL('https://evil.example/worker.js')).toThrow('Only the workers')
})
