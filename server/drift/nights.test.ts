import { beforeEach, describe, expect, test, vi } from 'vitest'
import drift from '#catalogue/rules/drift.json' with { type: 'json' }
import { TestClock } from '../../tests/gateway/test-clock.ts'
import type { JobKind } from '../jobs/job-engine.ts'
import { GoldenHomes } from './golden-homes.ts'
import { compareAtNight } from './nights.ts'

const HOUR = 3_600_000
const MIDNIGHT = Date.UTC(2026, 10, 28)
const DUE = MIDNIGHT + drift.nightHour * HOUR

interface Kept {
  id: string
  createdAt: number
  comparedAt?: number
  job?: string
}
let kept: Kept[]
let jobs: Map<string, { state: string; createdAt: number }>
let now: number
const compare = vi.fn(async (_who: string, id: string) => {
  const golden = kept.find((one) => one.id === id)
  if (golden) golden.job = `${id} ${now}`
  jobs.set(`${id} ${now}`, { state: 'running', createdAt: now })
})
const list = vi.fn(async () => ({ data: kept, count: kept.length }))
const over = (id: string): void => {
  const golden = kept.find((one) => one.id === id)
  const job = jobs.get(golden?.job ?? '')
  if (job) job.state = 'done'
  if (golden) golden.comparedAt = now
}
const nights = () =>
  compareAtNight({
    store: { goldenHomes: { list }, jobs: { find: async (id: string) => jobs.get(id) } } as never,
    goldenHomes: { compare } as never,
    clock: { now: () => now, after: () => () => {} },
    log: { error: vi.fn() } as never,
  })
const compared = (): string[] => compare.mock.calls.map(([, id]) => id)

beforeEach(() => {
  for (const one of [compare, list]) one.mockClear()
  kept = ['a', 'b'].map((id) => ({ id, createdAt: MIDNIGHT - 48 * HOUR, comparedAt: MIDNIGHT - 20 * HOUR }))
  jobs = new Map()
  now = DUE
})

describe('14.9 homes are compared each night', () => {
  test('not before the hour that the catalogue names', async () => {
    now = DUE - 1
    await nights().look()
    expect(compare).not.toHaveBeenCalled()
    now = DUE
    await nights().look()
    expect(compare).toHaveBeenCalledExactlyOnceWith('system', 'a', { nightly: true })
  })

  test('with one golden home after the other, each once, and again the night after', async () => {
    const { look } = nights()
    await look()
    await look()
    expect(compared()).toEqual(['a'])
    over('a')
    await look()
    over('b')
    await look()
    await look()
    expect(compared()).toEqual(['a', 'b'])
    // Once all are through, nothing is read any more that day.
    const reads = list.mock.calls.length
    await look()
    expect(list.mock.calls.length).toBe(reads)
    now = DUE + 24 * HOUR
    await look()
    expect(compared()).toEqual(['a', 'b', 'a'])
  })

  test('not when somebody has begun it since, even where it was called off; after a restart it goes on where it was', async () => {
    kept = [
      { id: 'a', createdAt: 0, comparedAt: DUE + 1 },
      { id: 'b', createdAt: 0, job: 'called off' },
      { id: 'c', createdAt: DUE + 2 },
      { id: 'd', createdAt: 0 },
    ]
    jobs.set('called off', { state: 'canceled', createdAt: DUE + 1 })
    now = DUE + HOUR
    await nights().look()
    expect(compared()).toEqual(['d'])
  })

  test('what could not be read is logged, and looked at again', async () => {
    const clock = new TestClock()
    const error = vi.fn()
    const { stop } = compareAtNight({
      store: { goldenHomes: { list: () => Promise.reject(new Error('away')) }, jobs: {} } as never,
      goldenHomes: { compare } as never,
      clock: { now: () => DUE, after: clock.after.bind(clock) },
      log: { error } as never,
    })
    await clock.pass(11 * 60_000)
    expect(error).toHaveBeenCalledTimes(2)
    stop()
    await clock.pass(60 * 60_000)
    expect(error).toHaveBeenCalledTimes(2)
  })

  test('a home that sleeps in this process is left asleep, and what was found there stays', async () => {
    let kind: JobKind | undefined
    const put = vi.fn(async () => undefined)
    const read = vi.fn(async () => Promise.reject(new Error('nobody may wake it')))
    const awake: { serialNumber: string }[] = []
    const goldenHomes = new GoldenHomes({
      store: {
        goldenHomes: { find: async () => ({ id: 'a', allowances: [] }) },
        gateways: { find: async (serialNumber: string) => ({ serialNumber }) },
        gatewayLife: { address: async () => undefined },
        drift: { put },
      },
      backups: { read },
      homes: { known: () => awake, isInside: () => true, of: async () => undefined },
      engine: { register: (_name: string, given: JobKind) => (kind = given) },
      broker: {},
      clock: new TestClock(),
      log: {},
    } as never)
    expect(goldenHomes).toBeDefined()
    const perform = (nightly: boolean) =>
      kind?.perform(
        { facts: { golden: 'a', ...(nightly && { nightly }) } } as never,
        { subject: 'DOC4-1' } as never,
        {} as never,
      )
    expect(await perform(true)).toEqual({ done: { asleep: true } })
    expect([read, put].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    // By day somebody wants to know, and at night one that is awake is read.
    await expect(perform(false)).rejects.toThrow('nobody may wake it')
    awake.push({ serialNumber: 'DOC4-1' })
    await expect(perform(true)).rejects.toThrow('nobody may wake it')
  })
})
