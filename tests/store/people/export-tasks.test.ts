import { describe, expect, test } from 'vitest'
import { ConflictError, MissingReferenceError } from '#server/store/errors.ts'
import type { PersonalPart } from '#server/store/people/personal-data.ts'
import { enginesUnderTest } from '../engines.ts'
import { account } from '../samples.ts'

const engines = await enginesUnderTest()
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

describe.each(engines)('S-10 on $name: exports of personal data', ({ fresh }) => {
  const opened = async () => {
    const store = await fresh()
    for (const id of ['anna', 'beat']) await store.accounts.create(account(id), { passwordHash: null, at: 1 })
    const { exportTasks: tasks } = store
    const create = (id: string, userId = 'anna', at = 1000) =>
      tasks.create({ id, userId, requestedBy: userId, requestedAt: at })
    return { store, tasks, create }
  }

  test('3.3-060 3.4-001 one that was asked for waits; the newest is listed first, of one person or of all', async () => {
    const { tasks, create } = await opened()
    await create('t1')
    await create('t2', 'beat')
    await create('t3')
    expect(await tasks.find('t1')).toMatchObject({
      ...{ id: 't1', userId: 'anna', requestedBy: 'anna', requestedAt: 1000 },
      ...{ status: 'Pending', progress: 0 },
    })
    const ids = async (query: object) => {
      const { data, count } = await tasks.list({ page: 1, limit: 10, ...query })
      return [count, ...data.map(({ id }) => id)]
    }
    expect(await ids({})).toEqual([3, 't3', 't2', 't1'])
    expect(await ids({ userId: 'anna' })).toEqual([2, 't3', 't1'])
    expect(await ids({ page: 2, limit: 2 })).toEqual([3, 't1'])
    expect(await ids({ status: 'Failed' })).toEqual([0])
    await expect(create('t4', 'nobody')).rejects.toThrow(MissingReferenceError)
  })

  test('3.4-002 3.4-005 it is started once; the same person has no two in progress', async () => {
    const { tasks, create } = await opened()
    for (const id of ['t1', 't2']) await create(id)
    await create('t3', 'beat')
    expect(await tasks.start('t1', 2000)).toBe(true)
    expect(await tasks.start('t1', 2001)).toBe(false)
    await expect(tasks.start('t2', 2002)).rejects.toThrow(ConflictError)
    expect(await tasks.start('t3', 2003)).toBe(true)
    expect(await tasks.running()).toEqual(['t1', 't3'])
    expect(await tasks.take('t1', 'run')).toBe(1)
    expect(await tasks.write('t1', 'run', 0, bytes('ab'))).toBe(true)
    expect(await tasks.write('t1', 'run', 1, bytes('c'))).toBe(true)
    expect(await tasks.file('t1')).toBeUndefined()
    const contents = [{ key: 'profile', about: 'profile', count: 1, files: 2 }]
    expect(await tasks.complete('t1', 'run', { at: 3000, size: 3, contents })).toBe(true)
    expect(await tasks.find('t1')).toMatchObject({
      ...{ status: 'Completed', startedAt: 2000, endedAt: 3000, size: 3 },
    })
    expect(Buffer.from((await tasks.file('t1')) ?? []).toString()).toBe('abc')
    expect(await tasks.contents('t1')).toEqual(contents)
    expect(await tasks.start('t1', 4000)).toBe(false)
    expect(await tasks.start('t2', 4000)).toBe(true)
  })

  test('3.4-003 3.4-004 what was canceled or taken over by another run is written no more, and nothing of it stays', async () => {
    const { tasks, create } = await opened()
    await create('t1')
    await tasks.start('t1', 2000)
    await tasks.take('t1', 'first')
    await tasks.write('t1', 'first', 0, bytes('old'))
    expect(await tasks.take('t1', 'second')).toBe(2)
    expect(await tasks.write('t1', 'first', 1, bytes('old'))).toBe(false)
    expect(await tasks.progress('t1', 'first', 50)).toBe(false)
    expect(await tasks.progress('t1', 'second', 50)).toBe(true)
    expect(await tasks.write('t1', 'second', 0, bytes('new'))).toBe(true)
    expect(await tasks.cancel('t1', 3000)).toBe(true)
    expect(await tasks.cancel('t1', 3001)).toBe(false)
    expect(await tasks.complete('t1', 'second', { at: 3002, size: 3, contents: [] })).toBe(false)
    expect(await tasks.take('t1', 'third')).toBeUndefined()
    expect(await tasks.find('t1')).toMatchObject({ status: 'Canceled', endedAt: 3000 })
    expect(await tasks.start('t1', 4000)).toBe(true)
    expect(await tasks.take('t1', 'fourth')).toBe(1)
    expect(await tasks.fail('t1', 'fourth', { at: 5000, error: 'EXPORT_NOT_MADE' })).toBe(true)
    expect(await tasks.find('t1')).toMatchObject({ status: 'Failed', error: 'EXPORT_NOT_MADE' })
    expect(await tasks.start('t1', 6000)).toBe(true)
    expect((await tasks.find('t1'))?.error).toBeUndefined()
  })

  test('what nobody has touched since is told to go; what is in progress stays; a deleted account takes its own along', async () => {
    const { store, tasks, create } = await opened()
    await create('t1')
    await create('t2', 'anna', 9000)
    await create('t3', 'beat')
    await tasks.start('t3', 1000)
    expect(await tasks.over(5000)).toEqual([{ id: 't1', userId: 'anna' }])
    await tasks.handed('t1', { at: 42, to: 'administrator' })
    expect(await tasks.find('t1')).toMatchObject({ handedAt: 42, handedTo: 'administrator' })
    expect(await tasks.remove('t1')).toBe(true)
    expect(await tasks.remove('t1')).toBe(false)
    await store.accounts.remove('anna')
    expect((await tasks.list({ page: 1, limit: 10 })).data.map(({ id }) => id)).toEqual(['t3'])
  })

  test('3.1-012 nothing of somebody else is among what is kept about a person', async () => {
    const { store } = await opened()
    await store.memberships.link({
      ...{ _id: 'l1', masterAccountId: 'anna', secondaryAccountId: 'beat', at: 1000 },
      ...{ isSupport: false, verified: true },
    })
    await store.audit.append({ who: 'anna', what: 'x', at: 1000, result: 'ok', facts: { userId: 'beat' } })
    await store.audit.append({ who: 'beat', what: 'y', at: 1000, result: 'ok' })
    const found: PersonalPart[] = []
    for await (const part of store.personalData.ofPerson('anna', ['anna@example.com'])) found.push(part)
    const text = JSON.stringify([await store.personalData.profile('anna'), ...found])
    expect(text).not.toContain('beat')
    const rowsOf = (name: string) => found.find(({ part }) => part === name)?.rows
    expect(rowsOf('links')).toEqual([
      expect.objectContaining({ role: 'owner', verified: true, createdAt: '1970-01-01T00:00:01.000Z' }),
    ])
    expect(rowsOf('activity')).toEqual([expect.objectContaining({ what: 'x', result: 'ok' })])
  })
})
