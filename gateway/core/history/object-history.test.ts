import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { ObjectHistory, type ObjectKind } from './object-history.ts'

const DAY = 86_400_000
const value = (text = ''): never => ({ text }) as never

function world() {
  const clock = new TestClock()
  const history = new ObjectHistory(clock)
  const store = new Map<string, unknown>()
  /** Records and stores, as a change does. */
  const done = (...changes: Parameters<ObjectHistory['record']>[0]) => {
    const move = history.record(changes)
    for (const [key, versions] of move.entries) store.set(key, versions)
    move.commit()
  }
  const change = (id: string, what: 'created' | 'updated' | 'deleted' = 'updated', more: object = {}) =>
    done({ kind: 'status', id, change: what, name: id, value: value(), ...more })
  const of = (id: string, kind: ObjectKind = 'status') =>
    history.of(kind, id).map((one) => [one.version, one.change])
  return { clock, history, store, done, change, of }
}

describe('versions of an object', () => {
  test('are counted from one, newest first, each object for itself', () => {
    const { history, change, of } = world()
    expect(history.next('status', 'a')).toBe(1)
    change('a', 'created')
    change('b', 'created')
    change('a')
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
    change('a', 'created', { userId: 'anna' })
    await clock.pass(5)
    change('a')
    const [second, first] = history.of('status', 'a')
    expect(first).toMatchObject({ user_id: 'anna', at: clock.now() - 5 })
    expect([second?.at, second && 'user_id' in second]).toEqual([clock.now(), false])
  })

  test('begin with how it was, where nobody had changed it before', () => {
    const { history, change, of } = world()
    const was = { name: 'before', value: value('before') }
    change('a', 'updated', { was })
    expect(of('a')).toEqual([
      [2, 'updated'],
      [1, 'created'],
    ])
    expect(history.at('status', 'a', 1)).toMatchObject(was)
    change('a', 'updated', { was })
    expect(of('a')).toHaveLength(3)
  })

  test('of what counts its own versions have those numbers', () => {
    const { of, change } = world()
    change('a', 'updated', { version: 7, was: { name: 'n', value: value() } })
    change('b', 'updated', { version: 1, was: { name: 'n', value: value() } })
    expect(of('a').map(([version]) => version)).toEqual([7, 6])
    expect(of('b').map(([version]) => version)).toEqual([1, 1])
  })

  test('are fifty, and of large ones as many as there is room for, the newest always', () => {
    const { change, of } = world()
    for (let time = 0; time < 51; time++) change('a')
    expect(of('a')).toHaveLength(50)
    expect(of('a').at(-1)?.[0]).toBe(2)
    change('large', 'created', { value: value('x'.repeat(90_000)) })
    change('large', 'updated', { value: value('x'.repeat(90_000)) })
    expect(of('large')).toHaveLength(2)
    change('large', 'updated', { value: value('x'.repeat(90_000)) })
    expect(of('large').map(([version]) => version)).toEqual([3, 2])
    change('huge', 'created')
    change('huge', 'updated', { value: value('x'.repeat(300_000)) })
    expect(of('huge').map(([version]) => version)).toEqual([2])
  })

  test('are there again after a restart, and nothing before they are stored', () => {
    const { history, store, change, clock } = world()
    change('a', 'created')
    const again = new ObjectHistory(clock)
    again.open(new Map([...store, ['else/status/b', [{ version: 1 }]]]))
    expect(again.of('status', 'a')).toEqual(history.of('status', 'a'))
    const move = history.record([{ kind: 'status', id: 'a', change: 'updated', name: 'a', value: value() }])
    expect(history.of('status', 'a')).toHaveLength(1)
    move.commit()
    expect(history.of('status', 'a')).toHaveLength(2)
  })

  test('of whole kinds can be forgotten', () => {
    const { history, change, done, of } = world()
    change('a')
    done({ kind: 'rule', id: 'r', change: 'created', name: 'r', value: value() })
    const move = history.forget(['rule', 'room'])
    expect([...move.entries]).toEqual([['history/rule/r', undefined]])
    expect(of('r', 'rule')).toHaveLength(1)
    move.commit()
    expect([of('r', 'rule'), of('a').length]).toEqual([[], 1])
  })
})

describe('what was deleted', () => {
  test('is read newest first, of one kind or of all, ninety days back', async () => {
    const { clock, history, change, done } = world()
    change('a', 'deleted')
    await clock.pass(1)
    done({ kind: 'rule', id: 'r', change: 'deleted', name: 'r', value: value() })
    change('kept')
    const ids = (kind?: ObjectKind) => history.deleted(kind).map(({ id }) => id)
    expect([ids(), ids('status'), ids('room')]).toEqual([['r', 'a'], ['a'], []])
    await clock.pass(90 * DAY - 1)
    expect(ids()).toEqual(['r', 'a'])
    await clock.pass(1)
    expect(ids()).toEqual(['r'])
  })

  test('and came back is not among it', () => {
    const { history, change } = world()
    change('a', 'deleted')
    change('a', 'created')
    expect(history.deleted()).toEqual([])
  })

  test('is forgotten after ninety days, with the next change of anything', async () => {
    const { clock, store, change, of } = world()
    change('a', 'deleted')
    await clock.pass(90 * DAY)
    change('b')
    expect(of('a')).toHaveLength(1)
    await clock.pass(1)
    change('b')
    expect([of('a'), store.get('history/status/a')]).toEqual([[], undefined])
    await clock.pass(365 * DAY)
    change('c')
    expect(of('b')).toHaveLength(2)
  })

  test('is two hundred things; the one that was deleted first goes', async () => {
    const { clock, change, of } = world()
    for (let at = 0; at < 201; at++) {
      change(`s${at}`, 'deleted')
      await clock.pass(1)
    }
    expect(of('s0')).toHaveLength(1)
    change('more')
    expect([of('s0').length, of('s1').length]).toEqual([0, 1])
  })

  test('that comes back is not forgotten by its own change', async () => {
    const { clock, change, of } = world()
    change('a', 'deleted')
    await clock.pass(91 * DAY)
    change('a', 'updated')
    expect(of('a')).toHaveLength(2)
  })
})
