import { expect, test } from 'vitest'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { TestClock } from '../../../../tests/gateway/test-clock.ts'
import { Tallies } from './tallies.ts'

const DAY = 86_400_000
const NOW = new TestClock().now()

function world(
  stored: ReadonlyMap<string, unknown> = new Map(),
  kept: { runs?: readonly RuleRun[]; misses?: readonly RuleMiss[] } = {},
  zone = 'UTC',
) {
  const clock = new TestClock()
  const written = new Map<string, () => unknown>()
  const storage = { later: (key: string, value: () => unknown) => void written.set(key, value) }
  const tallies = new Tallies({ storage, clock, zone: () => zone })
  tallies.open(stored, new Set(['rule', 'other']), { runs: [], misses: [], most: 3, ...kept })
  const store = () => new Map([...written].map(([key, value]) => [key, value()] as const))
  return { clock, tallies, store }
}
const run = (more: Partial<RuleRun> = {}): RuleRun => ({
  ...{ run_id: 'a', rule_id: 'rule', rule_name: 'Rule', at: NOW, trigger: { type: 'PLAYED', at: NOW } },
  ...{ outcome: 'done', steps: [], ended_at: NOW + 2000 },
  ...more,
})
const miss = (reason: RuleMiss['why'][number]['reason'], at = NOW): RuleMiss => ({
  ...{ rule_id: 'rule', at, trigger: { type: 'PLAYED', at }, why: [{ reason }] },
})
const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

test('runs are counted by day and by how they ended, with how long they took', () => {
  const { tallies } = world()
  tallies.ran(run())
  tallies.ran(run({ outcome: 'failed', ended_at: NOW + 6000 }))
  tallies.ran(run({ at: NOW - DAY, ended_at: NOW - DAY, outcome: 'partly' }))
  tallies.ran(run({ rule_id: 'other', outcome: 'stopped' }))
  expect(tallies.of('rule')).toEqual({
    since: NOW,
    last_run_at: NOW,
    days: [
      { day: day(NOW - DAY), partly: 1, took: 0, longest: 0 },
      { day: day(NOW), done: 1, failed: 1, took: 8000, longest: 6000 },
    ],
  })
  expect(tallies.of('other').days).toMatchObject([{ stopped: 1 }])
  expect(tallies.of('unheard-of')).toEqual({ since: NOW, days: [] })
})

test('what is under way does not count yet, and a run of which the end changes counts once', () => {
  const { tallies } = world()
  tallies.ran(run({ outcome: 'running' }))
  expect(tallies.of('rule').days).toEqual([])
  tallies.ran(run(), 'running')
  tallies.ran(run(), 'done')
  tallies.ran(run({ outcome: 'partly' }), 'done')
  expect(tallies.of('rule').days).toEqual([{ day: day(NOW), partly: 1, took: 2000, longest: 2000 }])
})

test('what was held back is no run, and what passes while a scene is off no chance', () => {
  const { tallies } = world()
  tallies.ran(run({ outcome: 'throttled' }))
  tallies.missed(miss('inactive'))
  tallies.missed(miss('condition'))
  expect(tallies.of('rule')).toEqual({ since: NOW, days: [{ day: day(NOW), throttled: 1, missed: 1 }] })
})

test('a day is one of the home', () => {
  const at = Date.UTC(2026, 0, 31, 23, 30)
  const { tallies } = world(new Map(), {}, 'Europe/Zurich')
  tallies.ran(run({ at, ended_at: at }))
  const [stored] = [...world(new Map([['tallies', 5]]), {}, 'UTC').tallies.of('rule').days]
  expect(stored).toBeUndefined()
  expect(tallies.of('rule').last_run_at).toBe(at)
})

test('35 days are kept and told; when it last ran is known however long ago that was', async () => {
  const { clock, tallies, store } = world()
  for (let n = 0; n < 50; n += 1) {
    tallies.ran(run({ at: clock.now(), ended_at: clock.now() }))
    await clock.pass(DAY)
  }
  expect(tallies.of('rule').days).toHaveLength(34)
  expect((store().get('tally/rule') as { days: unknown[] }).days).toHaveLength(35)
  await clock.pass(100 * DAY)
  expect(tallies.of('rule')).toEqual({ since: NOW, last_run_at: NOW + 49 * DAY, days: [] })
})

test('it goes on after a restart; a rule that is gone, and what is no count, are dropped', () => {
  const first = world()
  first.tallies.ran(run())
  const junk = [
    ['tally/other', 'nonsense'],
    ['tally/gone', { days: [] }],
  ] as const
  const again = world(new Map([...first.store(), ...junk]), { runs: [run(), run()] })
  expect(again.tallies.of('rule')).toEqual(first.tallies.of('rule'))
  expect(again.tallies.of('other').days).toEqual([])
  expect([...again.store()]).toEqual([
    ['tally/other', undefined],
    ['tally/gone', undefined],
  ])
})

test('a home that has counted nothing yet begins with what is kept, and says how far back that reaches', () => {
  const runs = [1, 2, 3].map((n) => run({ at: NOW - n * DAY, ended_at: NOW - n * DAY }))
  const other = run({ rule_id: 'other', at: NOW - 9 * DAY, ended_at: NOW - 9 * DAY })
  const { tallies, store } = world(new Map(), { runs: [...runs, other], misses: [miss('condition')] })
  // As many as are kept of one rule: there may have been more before.
  expect(tallies.of('rule').since).toBe(NOW - 3 * DAY)
  expect(tallies.of('other').since).toBe(NOW - 9 * DAY)
  expect(tallies.of('rule').days.map((one) => one.done ?? one.missed)).toEqual([1, 1, 1, 1])
  expect(store().get('tallies')).toBe(NOW - 9 * DAY)
})
