import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import type { Became, ObjectKind, Origin } from './move.ts'
import { ObjectHistory } from './object-history.ts'

const DAY = 86_400_000
const value = (text = ''): never => ({ text }) as never

function world() {
  const clock = new TestClock()
  const store = new Map<string, unknown>()
  const storage = {
    now: async (entries: ReadonlyMap<string, unknown>) => {
      for (const [key, versions] of entries) store.set(key, versions)
    },
  }
  const history = new ObjectHistory({ clock, storage })
  type Change = Pick<Became, 'kind' | 'id'> & Partial<Became>
  const done = ({ kind, id, ...more }: Change, userId?: string): Promise<void> => {
    const became = [{ kind, id, name: id, value: value(), was: undefined, ...more }]
    return history.store([{ entries: new Map(), became, commit: () => {} }], { userId })
  }
  type What = 'created' | 'updated' | 'deleted'
  const change = (
    id: string,
    what: What = 'updated',
    { userId = '', ...more }: Partial<Change> & { userId?: string } = {},
  ) => {
    const known = what !== 'created' && history.of('status', id).length > 0
    const was = known ? { name: id, value: value() } : undefined
    return done({ kind: 'status', id, was, gone: what === 'deleted', ...more }, userId || undefined)
  }
  const of = (id: string, kind: ObjectKind = 'status') =>
    history.of(kind, id).map((one) => [one.version, one.change])
  return { clock, storage, history, store, done, change, of }
}

describe('versions of an object', () => {
  test('are counted from one, newest first, each object for itself', async () => {
    const { history, change, of } = world()
    expect(history.next('status', 'a')).toBe(1)
    await change('a', 'created')
    await change('b', 'created')
    await change('a')
    expect(of('a')).toEqual([
      [2, 'updated'],
      [1, 'created'],
    ])
    expect([of('b').length, of('c'), of('a', 'rule')]).toEqual([1, [], []])
    expect(history.next('status', 'a')).toBe(3)
    expect(history.at('status', 'a', 1)?.change).toBe('created')
    expect(history.at('status', 'a', 3)).toBeUndefined()
  })

  test('say who and when, where somebody did it', async () => {
    const { clock, history, change } = world()
    await change('a', 'created', { userId: 'anna' })
    await clock.pass(5)
    await change('a')
    const [second, first] = history.of('status', 'a')
    expect(first).toMatchObject({ user_id: 'anna', at: clock.now() - 5 })
    expect([second?.at, second && 'user_id' in second]).toEqual([clock.now(), false])
  })

  test('begin with how it was, where nobody had changed it before', async () => {
    const { history, change, of } = world()
    const was = { name: 'before', value: value('before') }
    await change('a', 'updated', { was })
    expect(of('a')).toEqual([
      [2, 'updated'],
      [1, 'created'],
    ])
    expect(history.at('status', 'a', 1)).toMatchObject(was)
    await change('a', 'updated', { was })
    expect(of('a')).toHaveLength(3)
  })

  test('of what counts its own versions have those numbers', async () => {
    const { of, change } = world()
    await change('a', 'updated', { version: 7, was: { name: 'n', value: value() } })
    await change('b', 'updated', { version: 1, was: { name: 'n', value: value() } })
    expect(of('a').map(([version]) => version)).toEqual([7, 6])
    expect(of('b').map(([version]) => version)).toEqual([1, 1])
  })

  test('are fifty, and of large ones as many as there is room for, the newest always', async () => {
    const { change, of } = world()
    for (let time = 0; time < 51; time++) await change('a')
    expect(of('a')).toHaveLength(50)
    expect(of('a').at(-1)?.[0]).toBe(2)
    await change('large', 'created', { value: value('x'.repeat(90_000)) })
    await change('large', 'updated', { value: value('x'.repeat(90_000)) })
    expect(of('large')).toHaveLength(2)
    await change('large', 'updated', { value: value('x'.repeat(90_000)) })
    expect(of('large').map(([version]) => version)).toEqual([3, 2])
    await change('huge', 'created')
    await change('huge', 'updated', { value: value('x'.repeat(300_000)) })
    expect(of('huge').map(([version]) => version)).toEqual([2])
  })

  test('are there again after a restart, and nothing before they are stored', async () => {
    const { history, store, storage, change, clock } = world()
    await change('a', 'created')
    const again = new ObjectHistory({ clock, storage })
    again.open(new Map([...store, ['else/status/b', [{ version: 1 }]]]))
    expect(again.of('status', 'a')).toEqual(history.of('status', 'a'))
    const storing = change('a')
    expect(history.of('status', 'a')).toHaveLength(1)
    await storing
    expect(history.of('status', 'a')).toHaveLength(2)
  })

  test('are written in one go with all that changes together, and what could not be written did not happen', async () => {
    const { history, storage, of } = world()
    const written: string[][] = []
    storage.now = async (entries) => {
      if (written.push([...entries.keys()]) > 1) throw new Error('the disk is full')
    }
    const came: string[] = []
    const move = (id: string) => ({
      became: [{ kind: 'status' as const, id, name: id, value: value(), was: undefined }],
      entries: new Map([[`status/${id}`, true]]),
      commit: ({ as }: Origin) => void came.push(`${as} ${id}`),
    })
    await history.store([move('a'), move('b')], { as: 'imported' })
    expect(written).toEqual([['history/status/a', 'history/status/b', 'status/a', 'status/b']])
    expect([came, of('a')]).toEqual([['imported a', 'imported b'], [[1, 'imported']]])
    await expect(history.store([move('c')])).rejects.toThrow('the disk is full')
    expect([came.length, of('c')]).toEqual([2, []])
  })

  test('of whole kinds can be forgotten', async () => {
    const { history, change, done, of } = world()
    await change('a')
    await done({ kind: 'rule', id: 'r' })
    const move = history.forget(['rule', 'room'])
    expect([...move.entries]).toEqual([['history/rule/r', undefined]])
    expect(of('r', 'rule')).toHaveLength(1)
    move.commit({})
    expect([of('r', 'rule'), of('a').length]).toEqual([[], 1])
  })
})

describe('what was deleted', () => {
  test('is read newest first, of one kind or of all, ninety days back', async () => {
    const { clock, history, change, done } = world()
    await change('a', 'deleted')
    await clock.pass(1)
    await done({ kind: 'rule', id: 'r', gone: true })
    await change('kept')
    const ids = (kind?: ObjectKind) => history.deleted(kind).map(({ id }) => id)
    expect([ids(), ids('status'), ids('room')]).toEqual([['r', 'a'], ['a'], []])
    await clock.pass(90 * DAY - 1)
    expect(ids()).toEqual(['r', 'a'])
    await clock.pass(1)
    expect(ids()).toEqual(['r'])
  })

  test('and came back is not among it', async () => {
    const { history, change } = world()
    await change('a', 'deleted')
    await change('a', 'created')
    expect(history.deleted()).toEqual([])
  })

  test('is forgotten after ninety days, with the next change of anything', async () => {
    const { clock, store, change, of } = world()
    await change('a', 'deleted')
    await clock.pass(90 * DAY)
    await change('b')
    expect(of('a')).toHaveLength(1)
    await clock.pass(1)
    await change('b')
    expect([of('a'), store.get('history/status/a')]).toEqual([[], undefined])
    await clock.pass(365 * DAY)
    await change('c')
    expect(of('b')).toHaveLength(2)
  })

  test('is two hundred things; the one that was deleted first goes', async () => {
    const { clock, change, of } = world()
    for (let at = 0; at < 201; at++) {
      await change(`s${at}`, 'deleted')
      await clock.pass(1)
    }
    expect(of('s0')).toHaveLength(1)
    await change('more')
    expect([of('s0').length, of('s1').length]).toEqual([0, 1])
  })

  test('that comes back is not forgotten by its own change', async () => {
    const { clock, change, of } = world()
    await change('a', 'deleted')
    await clock.pass(91 * DAY)
    await change('a', 'updated')
    expect(of('a')).toHaveLength(2)
  })
})
