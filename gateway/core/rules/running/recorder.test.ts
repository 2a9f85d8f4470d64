import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../../tests/gateway/test-clock.ts'
import { type Chunk, changeOf, chunkOf, chunksOf, ROWS, sizeOf, thin } from './recorded-chunk.ts'
import { Recorder, type RecorderBounds } from './recorder.ts'

const SECOND = 1000
const MINUTE = 60_000
const DAY = 86_400_000

/** A recorder, and what it has handed on to be stored. */
function world({
  bounds,
  stored = new Map(),
}: {
  bounds?: RecorderBounds
  stored?: ReadonlyMap<string, unknown>
} = {}) {
  const clock = new TestClock()
  const written = new Map<string, () => unknown>()
  const storage = { later: (key: string, value: () => unknown) => void written.set(key, value) }
  const recorder = new Recorder({ storage, clock, ...(bounds && { bounds }) })
  recorder.open(stored)
  const told = (property_name: string, value: unknown, device_id = 'd') =>
    recorder.value({ device_id, service_name: 'S', property_name, value })
  const values = (asked: Partial<Parameters<Recorder['changes']>[0]> = {}, most = 1000) =>
    recorder
      .changes({ from: 0, to: Number.MAX_SAFE_INTEGER, ...asked }, most)
      .changes.map(({ value }) => value)
  const store = () => new Map([...written].map(([key, value]) => [key, structuredClone(value())]))
  return { clock, recorder, told, values, store }
}

describe('what is asked of the record', () => {
  test('is from one moment to another, both of them included', async () => {
    const { clock, told, values } = world()
    const start = clock.now()
    for (const value of ['a', 'b', 'c', 'd']) {
      told('p', value)
      await clock.pass(SECOND)
    }
    expect(values({ from: start + SECOND, to: start + 2 * SECOND })).toEqual(['b', 'c'])
    expect(values({ from: start + SECOND + 1, to: start + 2 * SECOND - 1 })).toEqual([])
    expect(values({ from: start + 1 })).toEqual(['b', 'c', 'd'])
    expect(values({ to: start + 3 * SECOND - 1 })).toEqual(['a', 'b', 'c'])
  })

  test('may be that of some devices; statuses are always among it', () => {
    const { recorder, told, values } = world()
    told('p', 'one', 'd1')
    told('p', 'two', 'd2')
    recorder.status('away', true)
    expect(values({ devices: ['d2'] })).toEqual(['two', true])
    expect(values({ devices: [] })).toEqual([true])
    expect(values()).toEqual(['one', 'two', true])
  })

  test('is also how a device fares, each change of it, however old', async () => {
    const { clock, recorder, told } = world()
    for (const status of [2, 5, 2]) {
      recorder.fares('d1', status)
      told('p', status, 'd1')
      await clock.pass(SECOND)
    }
    const { changes } = recorder.changes({ from: 0, to: clock.now(), devices: ['d1'] }, 1000)
    const faring = changes.filter(({ service_name }) => service_name === undefined)
    expect(faring.map(({ device_id, value }) => [device_id, value])).toEqual([
      ['d1', 2],
      ['d1', 5],
      ['d1', 2],
    ])
    expect(thin(chunkOf(faring), new Set()).rows).toHaveLength(3)
  })

  test('comes in pages, and each goes on exactly where the last one ended, over the chunks', () => {
    const { recorder, told } = world()
    const all = Array.from({ length: 2 * ROWS + 5 }, (_, at) => `v${at}`)
    for (const value of all) told('p', value)
    for (const most of [1, 7, ROWS - 1, ROWS, ROWS + 1, 2 * ROWS + 5]) {
      const read: unknown[] = []
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page = recorder.changes({ from: 0, to: Number.MAX_SAFE_INTEGER, after }, most)
        expect(page.changes.length).toBeLessThanOrEqual(most)
        read.push(...page.changes.map(({ value }) => value))
        after = page.next
      }
      expect(read).toEqual(all)
    }
  })

  test('a page that is full says so only when something is left', () => {
    const { recorder, told } = world()
    told('p', 'a')
    told('p', 'b')
    const page = (most: number) => recorder.changes({ from: 0, to: Number.MAX_SAFE_INTEGER }, most)
    expect(page(2).next).toBeUndefined()
    expect(page(1).next).toBeDefined()
  })

  test('begins with the oldest that is left, and now where there is none', async () => {
    const { clock, recorder, told } = world()
    const since = () => recorder.changes({ from: 0, to: 0 }, 1).since
    expect(since()).toBe(clock.now())
    const first = clock.now()
    told('p', 'a')
    await clock.pass(DAY)
    told('p', 'b')
    expect(since()).toBe(first)
  })
})

describe('what is recorded', () => {
  test('are switches and short texts each time; nothing that is long or has parts', () => {
    const { told, values } = world()
    for (const value of [true, false, 'x'.repeat(200), 'x'.repeat(201), { a: 1 }, [1], null]) told('p', value)
    expect(values()).toEqual([true, false, 'x'.repeat(200)])
  })

  test('are numbers once a minute, each property for itself', async () => {
    const { clock, told, values } = world()
    told('p', 1)
    told('q', 10)
    await clock.pass(MINUTE - 1)
    told('p', 2)
    expect(values()).toEqual([1, 10])
    await clock.pass(1)
    told('q', 20)
    expect(values()).toContain(20)
  })

  test('is the last number of a minute, a minute after the one before it', async () => {
    const { clock, told, values } = world()
    told('p', 1)
    await clock.pass(SECOND)
    told('p', 2)
    await clock.pass(SECOND)
    told('p', 3)
    await clock.pass(MINUTE - 2 * SECOND)
    expect(values()).toEqual([1])
    await clock.pass(SECOND)
    expect(values()).toEqual([1, 3])
    await clock.pass(10 * MINUTE)
    expect(values()).toEqual([1, 3])
  })

  test('a number that waits while another just came waits for its own minute', async () => {
    const { clock, told, values } = world()
    told('p', 1)
    await clock.pass(SECOND)
    told('p', 2)
    await clock.pass(30 * SECOND)
    told('q', 10)
    await clock.pass(SECOND)
    told('q', 20)
    await clock.pass(MINUTE - 32 * SECOND + SECOND)
    expect(values()).toEqual([1, 10, 2])
    await clock.pass(2 * MINUTE)
    expect(values()).toEqual([1, 10, 2, 20])
  })

  test('is each number that a rule looks at', () => {
    const { recorder, told, values } = world()
    recorder.look(new Set(['d/S/p']))
    for (const value of [1, 2, 3]) {
      told('p', value)
      told('q', value)
    }
    expect(values()).toEqual([1, 1, 2, 3])
  })

  test('a clock that was set back does not keep numbers waiting until it has caught up', () => {
    let now = 10 * DAY
    const recorder = new Recorder({
      storage: { later: () => {} },
      clock: { now: () => now, after: () => () => {} },
    })
    const told = (value: number) =>
      recorder.value({ device_id: 'd', service_name: 'S', property_name: 'p', value })
    told(1)
    now = 9 * DAY
    told(2)
    expect(recorder.changes({ from: 0, to: 20 * DAY }, 10).changes).toHaveLength(2)
  })

  test('what waits is written when the home stops, and nothing after it', async () => {
    const { clock, recorder, told, values } = world()
    told('p', 1)
    told('p', 2)
    recorder.stop()
    expect(values()).toEqual([1, 2])
    await clock.pass(10 * MINUTE)
    expect(values()).toEqual([1, 2])
  })
})

describe('what is kept', () => {
  test('goes on behind what was there after a restart', () => {
    const first = world()
    for (let at = 0; at < ROWS + 3; at++) first.told('p', `a${at}`)
    const stored = new Map([...first.store(), ['else/1', { paths: [], rows: [] }]])
    const second = world({ stored })
    second.told('p', 'b')
    expect(second.values()).toHaveLength(ROWS + 4)
    expect(second.values().at(-1)).toBe('b')
    expect([...second.store().keys()]).toEqual(['recorded/2'])
  })

  test('is read in the order of its numbers, also of more than nine chunks', () => {
    const first = world()
    const all = Array.from({ length: 11 * ROWS }, (_, at) => `v${at}`)
    for (const value of all) first.told('p', value)
    const mixed = new Map([...first.store()].sort(([a], [b]) => (a < b ? -1 : 1)))
    expect(world({ stored: mixed }).values({}, 100_000)).toEqual(all)
  })

  test('is as much as there is room for: the oldest goes first, chunk by chunk', () => {
    const bounded = world({ bounds: { entries: 2 * ROWS, bytes: 1e9 } })
    for (let at = 0; at < 3 * ROWS; at++) bounded.told('p', `v${at}`)
    // The last is begun when the one before is full.
    bounded.told('p', 'last')
    expect(bounded.values({}, 10_000)[0]).toBe(`v${2 * ROWS}`)
    expect(bounded.store().get('recorded/1')).toBeUndefined()
    const small = world({ bounds: { entries: 1e9, bytes: 5000 } })
    for (let at = 0; at < 3 * ROWS; at++) small.told('p', `v${at}`)
    small.told('p', 'last')
    expect(small.values({}, 10_000)[0]).toBe(`v${2 * ROWS}`)
  })

  test('is thirty days old at most, and readings older than a day are thinned once', async () => {
    const first = world()
    first.told('p', 'old')
    for (let at = 0; at < ROWS; at++) first.told('p', `fill${at}`)
    await first.clock.pass(30 * DAY - MINUTE)
    for (let at = 0; at < ROWS; at++) first.told('p', `b${at}`)
    expect(first.values({}, 10_000)[0]).toBe('old')
    await first.clock.pass(2 * MINUTE)
    for (let at = 0; at < ROWS; at++) first.told('p', `c${at}`)
    expect(first.values({}, 10_000)[0]).not.toBe('old')
  })

  test('readings of a full chunk become fewer after a day, and not before', async () => {
    const { clock, recorder, told, values } = world()
    recorder.look(new Set(['d/S/p']))
    for (let at = 0; at < ROWS; at++) {
      told('p', at)
      await clock.pass(SECOND)
    }
    recorder.look(new Set())
    const fill = () => {
      for (let at = 0; at < ROWS; at++) told('q', 'x')
    }
    const numbers = () => values({}, 10_000).filter((value) => typeof value === 'number')
    await clock.pass(DAY - 10 * MINUTE)
    fill()
    fill()
    expect(numbers()).toHaveLength(ROWS)
    await clock.pass(20 * MINUTE)
    fill()
    expect(numbers()).toEqual([ROWS - 1])
  })
})

describe('a chunk', () => {
  const change = { device_id: 'd', service_name: 'S', property_name: 'p/q' }

  test('gives back what was put in, whatever slashes a property has, and nothing beyond its end', () => {
    const chunk = chunkOf([
      { at: 1, ...change, value: true },
      { at: 2, resource_id: 'away', value: false },
    ])
    expect(changeOf(chunk, 0)).toEqual({ at: 1, ...change, value: true })
    expect(changeOf(chunk, 1)).toEqual({ at: 2, resource_id: 'away', value: false })
    expect(changeOf(chunk, 2)).toBeUndefined()
    expect(changeOf({ paths: [], rows: [[1, 0, true]] }, 0)).toBeUndefined()
  })

  test('names once what several changes are about', () => {
    const chunk = chunkOf([1, 2].map((at) => ({ at, ...change, value: at })))
    expect(chunk.paths).toEqual(['d/S/p/q'])
    expect(chunkOf([{ at: 3, resource_id: 'away', value: true }], chunk).paths).toHaveLength(2)
  })

  test('has two hundred rows; more make another', () => {
    const changes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ at, ...change, value: at }))
    const sizes = (count: number) => chunksOf(changes(count)).map(({ rows }) => rows.length)
    expect([sizes(0), sizes(ROWS), sizes(ROWS + 1)]).toEqual([[], [ROWS], [ROWS, 1]])
    expect(chunksOf(changes(ROWS + 1))[1]?.rows[0]?.[0]).toBe(ROWS)
  })

  test('keeps of numbers one in a quarter of an hour, of each property, and all that a rule looks at', () => {
    const QUARTER = 15 * MINUTE
    const rows = [0, 1, QUARTER - 1, QUARTER, QUARTER + 1, 2 * QUARTER]
    const chunk: Chunk = {
      paths: ['a', 'b', 'named'],
      rows: [
        ...rows.map((at): Chunk['rows'][number] => [at, 0, at]),
        [5, 1, 5],
        [6, 0, 'text'],
        [7, 0, true],
        ...rows.map((at): Chunk['rows'][number] => [at, 2, at]),
      ],
    }
    const { rows: left, thin: marked } = thin(chunk, new Set(['named']))
    expect(left.filter(([, path]) => path === 0).map(([, , value]) => value)).toEqual([
      0,
      QUARTER,
      2 * QUARTER,
      'text',
      true,
    ])
    expect(left.filter(([, path]) => path === 1)).toHaveLength(1)
    expect(left.filter(([, path]) => path === 2)).toHaveLength(rows.length)
    expect(marked).toBe(true)
  })

  test('keeps of what follows closely the last: what rested afterwards does not look as it did before', () => {
    const rows: Chunk['rows'] = [
      [0, 0, 8],
      [60 * MINUTE, 0, 1180],
      [66 * MINUTE, 0, 8],
    ]
    expect(
      thin({ paths: ['socket'], rows }, new Set()).rows.map(([at, , value]) => [at / MINUTE, value]),
    ).toEqual([
      [0, 8],
      [66, 8],
    ])
  })

  test('is about as large as its JSON', () => {
    for (const value of [true, 12.5, 'a text of some length']) {
      const chunk = chunkOf(Array.from({ length: ROWS }, (_, at) => ({ at: 1.7e12 + at, ...change, value })))
      const real = JSON.stringify(chunk).length
      expect(sizeOf(chunk)).toBeGreaterThan(real * 0.8)
      expect(sizeOf(chunk)).toBeLessThan(real * 1.25)
    }
  })
})
