import { describe, expect, test } from 'vitest'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { TestClock } from '../../../../tests/gateway/test-clock.ts'
import { Runs, UNDER_WAY_KEY } from './runs.ts'

const DAY = 86_400_000

function world(stored: ReadonlyMap<string, unknown> = new Map()) {
  const clock = new TestClock()
  const written = new Map<string, () => unknown>()
  const now: [string, unknown][] = []
  const storage = {
    later: (key: string, value: () => unknown) => void written.set(key, value),
    now: async (entries: ReadonlyMap<string, unknown>) => void now.push(...entries),
  }
  const runs = new Runs({ storage, clock })
  const interrupted = runs.open(stored)
  const store = () => Object.fromEntries([...written].map(([key, value]) => [key, value()]))
  return { clock, runs, interrupted, store, now }
}
const NOW = new TestClock().now()
const run = (id: string, more: Partial<RuleRun> = {}): RuleRun => ({
  run_id: id,
  rule_id: 'rule',
  rule_name: 'Rule',
  at: NOW,
  trigger: { type: 'PLAYED', at: NOW },
  outcome: 'done',
  steps: [],
  ...more,
})
const miss = (at: number, reason: RuleMiss['why'][number]['reason'], rule_id = 'rule'): RuleMiss => ({
  rule_id,
  at,
  trigger: { type: 'PLAYED', at },
  why: [{ reason }],
})
const ids = (runs: readonly RuleRun[]): string[] => runs.map(({ run_id }) => run_id)

describe('runs that are kept', () => {
  test('are read newest first, of one rule or of all, and no more than asked for', () => {
    const { runs } = world()
    for (const id of ['a', 'b', 'c']) runs.put(run(id, { rule_id: id === 'b' ? 'other' : 'rule' }))
    expect(ids(runs.runs(undefined, 10))).toEqual(['c', 'b', 'a'])
    expect(ids(runs.runs('rule', 10))).toEqual(['c', 'a'])
    expect(ids(runs.runs('rule', 1))).toEqual(['c'])
    expect(ids(runs.runs('unheard-of', 10))).toEqual([])
    expect([runs.last('rule')?.run_id, runs.last('unheard-of')]).toEqual(['c', undefined])
    expect(runs.get('b')?.rule_id).toBe('other')
  })

  test('are asked for by when they began: from a moment on, and before another, the newest of them', () => {
    const { runs } = world()
    for (const at of [1, 2, 3, 4]) runs.put(run(`r${at}`, { at: NOW + at }))
    expect(ids(runs.runs(undefined, 10, { from: NOW + 2, to: NOW + 4 }))).toEqual(['r3', 'r2'])
    expect(ids(runs.runs('rule', 1, { to: NOW + 3 }))).toEqual(['r2'])
    runs.miss(miss(NOW + 1, 'condition'))
    runs.miss(miss(NOW + 3, 'condition'))
    expect(runs.misses('rule', 10, { from: NOW + 2 }).map(({ at }) => at)).toEqual([NOW + 3])
    expect(ids(runs.runs('rule', 10))).toEqual(['r4', 'r3', 'r2', 'r1'])
  })

  test('are a hundred of each rule; the oldest of that rule goes', () => {
    const { runs, store } = world()
    runs.put(run('other', { rule_id: 'other' }))
    for (let at = 0; at < 100; at++) runs.put(run(`r${at}`))
    expect(runs.runs('rule', 1000)).toHaveLength(100)
    runs.put(run('r100'))
    expect(runs.runs('rule', 1000)).toHaveLength(100)
    expect([runs.get('r0'), runs.get('r1')?.run_id]).toEqual([undefined, 'r1'])
    expect(store()['run/r0']).toBeUndefined()
    expect(runs.get('other')).toBeDefined()
  })

  test('a run that goes on is the same run', () => {
    const { runs, store } = world()
    runs.put(run('a', { outcome: 'running' }))
    runs.put(run('a', { outcome: 'failed' }))
    expect(runs.runs('rule', 10)).toHaveLength(1)
    expect(store()['run/a']).toMatchObject({ outcome: 'failed' })
  })

  test('are five thousand of all rules together', () => {
    const { runs } = world()
    for (let at = 0; at < 5001; at++) runs.put(run(`r${at}`, { rule_id: `rule ${at % 60}` }))
    expect(runs.runs(undefined, 10_000)).toHaveLength(5000)
    expect([runs.get('r0'), runs.get('r1')?.run_id]).toEqual([undefined, 'r1'])
  })

  test('are thirty days old, to the millisecond, when they are read and when they are tidied', async () => {
    const { clock, runs } = world()
    runs.put(run('a'))
    await clock.pass(30 * DAY)
    expect(ids(runs.runs('rule', 10))).toEqual(['a'])
    await clock.pass(1)
    expect(ids(runs.runs('rule', 10))).toEqual([])
    expect(runs.get('a')).toBeDefined()
    runs.put(run('b', { at: clock.now() }))
    expect(runs.get('a')).toBeUndefined()
  })

  test('that set one another off are counted, fifty at most', () => {
    const { runs } = world()
    for (let at = 0; at < 60; at++)
      runs.put(run(`r${at}`, { rule_id: `rule ${at}`, ...(at > 0 && { caused_by_run: `r${at - 1}` }) }))
    expect([runs.depth(undefined), runs.depth('r0'), runs.depth('r1'), runs.depth('r59')]).toEqual([
      0, 1, 2, 50,
    ])
    expect(runs.depth('gone')).toBe(1)
  })
})

describe('chances that were missed', () => {
  test('are read newest first, of one rule or of all, thirty days back', async () => {
    const { clock, runs } = world()
    runs.miss(miss(NOW, 'throttled'))
    runs.miss(miss(NOW + 2, 'throttled', 'other'))
    runs.miss(miss(NOW + 1, 'throttled'))
    const at = (rule?: string, limit = 10) => runs.misses(rule, limit).map((one) => one.at - NOW)
    expect([at(), at('rule'), at('other'), at('none'), at(undefined, 2)]).toEqual([
      [2, 1, 0],
      [1, 0],
      [2],
      [],
      [2, 1],
    ])
    await clock.pass(30 * DAY)
    expect(at('rule')).toEqual([1, 0])
    await clock.pass(1)
    expect(at('rule')).toEqual([1])
  })

  test('are fifty of each rule, of which twenty while it was switched off', () => {
    const { runs, store } = world()
    for (let at = 0; at < 25; at++) runs.miss(miss(NOW + at, 'inactive'))
    expect(runs.misses('rule', 100)).toHaveLength(20)
    for (let at = 25; at < 60; at++) runs.miss(miss(NOW + at, 'throttled'))
    expect(runs.misses('rule', 100)).toHaveLength(50)
    expect(runs.misses('rule', 100).at(-1)?.at).toBe(NOW + 10)
    expect(store()['miss/rule']).toHaveLength(50)
  })

  test('are there after a restart', () => {
    const { runs } = world(new Map([['miss/rule', [miss(NOW, 'throttled')]]]))
    expect(runs.misses('rule', 10)).toHaveLength(1)
  })
})

describe('L-08 a run that a restart interrupted', () => {
  const open = (steps: RuleRun['steps']) =>
    world(new Map([['run/a', run('a', { outcome: 'running', steps })]])).interrupted[0]?.steps

  test('L-08 is answered, those that had ended are not', () => {
    const { interrupted, runs } = world(
      new Map([
        ['run/b', run('b', { outcome: 'running', at: NOW + 1 })],
        ['run/c', run('c', { at: NOW + 2 })],
        ['run/a', run('a', { outcome: 'running' })],
      ]),
    )
    expect(ids(interrupted)).toEqual(['a', 'b'])
    expect(ids(runs.runs('rule', 10))).toEqual(['c', 'b', 'a'])
  })

  test('L-08 of its orders under way nobody knows, and of those whose report was awaited', () => {
    const device = { kind: 'device', scene_id: 's' } as const
    const steps = [
      { ...device, outcome: 'running' },
      { ...device, outcome: 'accepted' },
      { ...device, outcome: 'accepted', ended_at: 5 },
      { ...device, outcome: 'confirmed' },
      { kind: 'status', scene_id: 's', outcome: 'accepted' },
      { kind: 'delay', scene_id: 's', outcome: 'running' },
    ] as unknown as RuleRun['steps']
    const message = expect.stringContaining('INTERRUPTED')
    expect(open(steps)).toEqual([
      { ...steps[0], ended_at: NOW, outcome: 'failed', code: 425, message },
      { ...steps[1], ended_at: NOW, message },
      ...steps.slice(2),
    ])
  })

  test('L-08 is written down as under way until it has ended', async () => {
    const { runs, now, store } = world()
    runs.put(run('a', { outcome: 'running' }))
    runs.put(run('b', { outcome: 'running' }))
    await runs.keep('a')
    await runs.keep('b')
    expect(now.slice(-2)).toEqual([
      ['run/b', expect.objectContaining({ run_id: 'b' })],
      [UNDER_WAY_KEY, ['a', 'b']],
    ])
    runs.put(run('a', { outcome: 'running' }))
    expect(store()).not.toHaveProperty([UNDER_WAY_KEY])
    runs.put(run('a'))
    expect(store()[UNDER_WAY_KEY]).toEqual(['b'])
    runs.put(run('b'))
    expect(store()[UNDER_WAY_KEY]).toBeUndefined()
  })

  test('L-08 what the last process had under way is under way no more', () => {
    const { store } = world(new Map([[UNDER_WAY_KEY, ['gone']]]))
    expect(Object.entries(store())).toEqual([[UNDER_WAY_KEY, undefined]])
    expect(world().store()).toEqual({})
  })
})
