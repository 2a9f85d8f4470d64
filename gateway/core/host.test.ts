import { expect, test } from 'vitest'
import { hostFor } from './host.ts'

/** A host whose other parts are never asked. */
function listening() {
  const logged: unknown[] = []
  let counted = 0
  const never = new Proxy({}, { get: () => () => undefined })
  const parts = new Proxy(
    {
      log: (_level: string, _message: string, facts?: Record<string, unknown>) =>
        void logged.push(facts?.source),
      malformed: () => void counted++,
      notes: {},
    } as Record<string, unknown>,
    { get: (own, name: string) => own[name] ?? never },
  )
  const host = hostFor('x', parts as unknown as Parameters<typeof hostFor>[1])
  return { host, logged, counted: () => counted }
}

test('what cannot be read is named once for each source, and counted each time', () => {
  const { host, logged, counted } = listening()
  for (const source of ['a', 'b', 'a', 'a']) host.malformed(source, 'nonsense')
  expect(logged).toEqual(['a', 'b'])
  expect(counted()).toBe(4)
})

test('of sources without number a thousand are named', () => {
  const { host, logged, counted } = listening()
  for (let source = 0; source < 1500; source++) host.malformed(`s${source}`, 'nonsense')
  expect(logged).toHaveLength(1000)
  expect(counted()).toBe(1500)
})
