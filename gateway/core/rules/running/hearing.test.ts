import { expect, test } from 'vitest'
import { HEARD_KEY, Hearing, silencesIn } from './hearing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = Date.UTC(2026, 10, 16, 9)

function hearing(
  stored: ReadonlyMap<string, unknown> = new Map(),
  now = start,
  reported: (device: string) => number | undefined = () => undefined,
) {
  const kept = new Map<string, unknown>()
  const one = new Hearing({ storage: { later: (key, value) => kept.set(key, value()) }, reported })
  one.open(stored, now)
  return { one, kept }
}
/** It looks every half a minute. */
function lets(one: Hearing, from: number, ms: number): number {
  for (let at = from; at <= from + ms; at += 30_000) one.look(at)
  return from + ms
}
const window = new Set(['window'])

// decision 0258
test('a device is heard when it says so, else when somebody began to listen to it', () => {
  const { one } = hearing()
  one.listen(window, start)
  let now = lets(one, start, HOUR)
  expect([one.at('window', now), one.at('door', now)]).toEqual([start, undefined])
  one.heard('window')
  now = lets(one, now, HOUR)
  expect(one.at('window', now)).toBe(now - HOUR)
})

test('what a device had reported since the start counts for whoever begins to listen later', () => {
  const { one } = hearing(new Map(), start, () => start + HOUR)
  const now = lets(one, start, 3 * HOUR)
  one.listen(window, now)
  expect(one.at('window', now)).toBe(start + HOUR)
  const before = hearing(new Map(), start, () => start - HOUR)
  lets(before.one, start, 3 * HOUR)
  before.one.listen(window, now)
  expect(before.one.at('window', now)).toBe(start)
})

test('a clock that is set makes no silence longer or shorter, also after a restart', () => {
  const { one, kept } = hearing()
  one.listen(window, start)
  lets(one, start, HOUR)
  expect(one.look(start - 10 * HOUR)).toBe(0)
  const back = lets(one, start - 10 * HOUR, HOUR)
  expect(one.at('window', back)).toBe(back - 2 * HOUR)
  expect(one.look(back + 50 * HOUR)).toBe(50 * HOUR)
  const ahead = lets(one, back + 50 * HOUR, HOUR)
  expect(one.at('window', ahead)).toBe(ahead - 3 * HOUR)
  one.stop()
  const again = hearing(kept, start)
  again.one.listen(window, start)
  expect(again.one.at('window', start)).toBe(start - 3 * HOUR)
})

test('nothing is kept of devices that nobody waits for any more', () => {
  const { one, kept } = hearing()
  one.listen(new Set(['window', 'door']), start)
  one.listen(window, start)
  expect([one.listensTo('window'), one.listensTo('door')]).toEqual([true, false])
  expect(kept.get(HEARD_KEY)).toEqual({ listened: 0, heard: { window: 0 } })
  one.listen(new Set(), start)
  expect(kept.get(HEARD_KEY)).toBeUndefined()
})

test.each([
  [undefined],
  ['x'],
  [{ listened: 1 }],
  [{ listened: 'a', heard: {} }],
  [{ listened: 1, heard: null }],
])('what is stored as something else is nothing: %j', (stored) => {
  const { one } = hearing(new Map([[HEARD_KEY, stored]]))
  one.listen(window, start)
  expect(one.at('window', start)).toBe(start)
})

test('of each device the shortest silence counts', () => {
  const of = (device_id: string, after: number) => ({ id: `${after}`, device_id, after })
  const rule = { id: 'r', name: 'R', rule_logic: 'OR', active: true } as const
  const rules = [
    { ...rule, silence_triggers: [of('window', HOUR), of('door', 2 * HOUR)] },
    { ...rule, silence_triggers: [of('window', MINUTE), of('window', 3 * HOUR)] },
    rule,
  ]
  expect([...silencesIn(rules)]).toEqual([
    ['window', MINUTE],
    ['door', 2 * HOUR],
  ])
})
