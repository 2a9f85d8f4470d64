import { describe, expect, test } from 'vitest'
import shipped from '#catalogue/rules/alarms.json' with { type: 'json' }
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import { ConflictError, MissingReferenceError } from '#server/store/errors.ts'
import type { KeptAlarm } from '#server/store/homes/alarms.ts'
import { enginesUnderTest } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()
const { alarms: rules } = shipped as AlarmRules
const alarm = (number: number, name: string, priority: KeptAlarm['priority'] = 3) => ({
  number,
  code: `code_${number}`,
  icon: 'bell',
  priority,
  ways: { pushNotification: true },
  names: [{ lang: 'en_EN', name }],
})
const TIMES = [{ priority: 3 as const, escalationTime: 180 }]

describe.each(engines)('S-10 on $name: alarms', ({ fresh }) => {
  test('3.3-001 3.3-002 3.3-003 3.3-004 those that are shipped are there once, as administrators left them', async () => {
    const { alarms } = await fresh()
    const some = [alarm(1010, 'Smoke'), alarm(1012, 'Water')]
    await alarms.seed(some, TIMES)
    const smoke = await alarms.find({ code: 'code_1010' })
    const seen = { id: smoke?.id ?? '', revision: 1 }
    expect(await alarms.prioritise(seen, 1)).toBe('saved')
    expect(await alarms.tellBy(seen, { call: false })).toBe('changed')
    expect(await alarms.tellBy({ ...seen, revision: 2 }, { call: true })).toBe('saved')
    await alarms.remove((await alarms.find({ number: 1012 }))?.id ?? '')
    await alarms.setEscalation({ priority: 3, escalationTime: 60 })
    await alarms.seed(some, TIMES)
    expect(await alarms.list()).toEqual({
      data: [{ ...alarm(1010, 'Smoke', 1), id: smoke?.id, ways: { call: true }, revision: 3 }],
      count: 1,
    })
    expect(await alarms.escalations()).toEqual([{ priority: 3, escalationTime: 60 }])
    expect(await alarms.rename({ id: 'gone', revision: 1 }, [])).toBe('missing')
    expect(await alarms.remove('gone')).toBeUndefined()
  })

  test('3.8-017 no two have the same name, whatever its letters; a deleted one frees its name', async () => {
    const { alarms } = await fresh()
    await alarms.seed([alarm(1010, 'Smoke')], [])
    const { names, icon, priority, ways } = alarm(0, ' SMOKE ')
    await expect(alarms.create({ names, icon, priority, ways })).rejects.toThrow(ConflictError)
    await alarms.remove((await alarms.find({ number: 1010 }))?.id ?? '')
    const made = await alarms.create({ names, icon, priority, ways })
    expect(made).toMatchObject({ number: 2001, code: 'alarm_2001' })
    const other = await alarms.create({ names: [{ lang: 'en_EN', name: 'Gas' }], icon, priority, ways })
    expect(other.number).toBe(2002)
    await expect(alarms.rename(other, names)).rejects.toThrow(ConflictError)
    expect((await alarms.list({ page: 1, limit: 10, searchText: 'gÁs' })).count).toBe(0)
    expect((await alarms.list({ page: 1, limit: 10, searchText: 'GAS', priority: 3 })).count).toBe(1)
  })

  test('everything that is shipped can be kept', async () => {
    const { alarms } = await fresh()
    await alarms.seed(
      rules.map((one) => ({
        ...alarm(one.alarmId, '', one.alarmPriorityCode),
        code: one.alarmCode,
        names: one.alarmName,
      })),
      [],
    )
    expect((await alarms.list()).data.map(({ code }) => code)).toEqual(rules.map((one) => one.alarmCode))
  })
})

describe.each(engines)('S-10 on $name: notifications of alarms', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    for (const id of ['mia', 'noah'])
      await store.accounts.create(account(id), { passwordHash: null, at: 1, activated: true })
    for (const id of ['G1', 'G2']) await store.gateways.create(gateway(id))
    return { told: store.alarmNotifications, store }
  }
  const about = (serialNumber: string, subject: string, at: number, priority: KeptAlarm['priority'] = 3) => ({
    ...{ serialNumber, subject, at, alarm: alarm(1010, 'Smoke', priority) },
    facts: { deviceName: subject },
  })

  test('3.3-010 one is open once, and can go off again when it is over', async () => {
    const { told } = await filled()
    const first = await told.raise(about('G1', 'kitchen', 10))
    expect(first).toMatchObject({ serialNumber: 'G1', code: 'code_1010', priority: 3, at: 10 })
    expect(await told.raise(about('G1', 'kitchen', 11))).toBeUndefined()
    expect(await told.raise(about('G2', 'kitchen', 12))).toBeDefined()
    expect((await told.open()).map((one) => one.serialNumber).toSorted()).toEqual(['G1', 'G2'])
    const key = { serialNumber: 'G1', code: 'code_1010', subject: 'kitchen' }
    expect(await told.over(key, 20)).toMatchObject({ id: first?.id, overAt: 20 })
    expect(await told.over(key, 21)).toBeUndefined()
    expect(await told.raise(about('G1', 'kitchen', 30))).toBeDefined()
    await expect(told.raise(about('none', 'kitchen', 30))).rejects.toThrow(MissingReferenceError)
  })

  test('what only happens, as a scene does, waits for an answer and may happen again', async () => {
    const { told } = await filled()
    expect((await told.raise({ ...about('G1', 'scene', 10), moment: true }))?.overAt).toBeUndefined()
    expect(await told.raise({ ...about('G1', 'scene', 11), moment: true })).toBeDefined()
    expect(await told.open()).toEqual([])
    expect((await told.list({ page: 1, limit: 10, settled: false })).count).toBe(2)
  })

  test('3.1-003 3.3-011 3.3-013 of two who react the first counts, and stays when he leaves', async () => {
    const { told, store } = await filled()
    const { id = '' } = (await told.raise(about('G1', 'kitchen', 10))) ?? {}
    const answers = await Promise.all(
      ['mia', 'noah'].map((userId) => told.react(id, { userId, response: `I am ${userId}`, at: 20 })),
    )
    expect(answers.toSorted()).toEqual([false, true])
    const by = answers[0] ? 'mia' : 'noah'
    expect(await told.find(id)).toMatchObject({ reactedBy: by, response: `I am ${by}`, reactedAt: 20 })
    await store.purge.accounts(by)
    expect(await told.find(id)).toMatchObject({ response: `I am ${by}`, reactedAt: 20 })
    expect((await told.find(id))?.reactedBy).toBeUndefined()
  })

  test('an addendum comes after a reaction, once of each other person, and goes with him', async () => {
    const { told, store } = await filled()
    const { id = '' } = (await told.raise(about('G1', 'kitchen', 10))) ?? {}
    const add = (userId: string, at: number) => told.add(id, { userId, response: `I am ${userId}`, at })
    expect(await add('noah', 15)).toBe(false)
    await told.react(id, { userId: 'mia', response: 'On my way', at: 20 })
    expect([await add('mia', 25), await add('noah', 32), await add('noah', 40)]).toEqual([false, true, false])
    expect(await told.add('nothing', { userId: 'noah', response: 'x', at: 1 })).toBe(false)
    const addendum = { notificationId: id, userId: 'noah', response: 'I am noah', at: 32 }
    expect(await told.addenda([id])).toEqual([addendum])
    expect(await told.addenda([])).toEqual([])
    await store.purge.accounts('noah')
    expect(await told.addenda([id])).toEqual([])
  })

  test('of gateways that keep the table it is known which have not taken a change', async () => {
    const { store } = await filled()
    const { alarmTables } = store
    expect(await alarmTables.standing(10)).toEqual({ gateways: 0, behind: 0 })
    await alarmTables.sent('G1', 10)
    await alarmTables.sent('G2', undefined)
    expect(await alarmTables.standing(10)).toEqual({ gateways: 2, behind: 1 })
    // What did not take the next one still knows the one before.
    await alarmTables.sent('G1', undefined)
    expect(await alarmTables.standing(10)).toEqual({ gateways: 2, behind: 1 })
    expect(await alarmTables.standing(11)).toEqual({ gateways: 2, behind: 2 })
    await alarmTables.sent('G2', 11)
    expect(await alarmTables.standing(11)).toEqual({ gateways: 2, behind: 1 })
  })

  test('3.3-016 are counted by priority, and listed with what is urgent and unanswered first', async () => {
    const { told } = await filled()
    for (const [subject, priority, at] of [
      ['a', 3, 10],
      ['b', 1, 20],
      ['c', 3, 30],
      ['d', 0, 40],
    ] as const)
      await told.raise(about('G1', subject, at, priority))
    await told.raise(about('G2', 'e', 50, 3))
    const { data } = await told.list({ page: 1, limit: 10, gateways: ['G1'] })
    expect(data.map(({ subject }) => subject)).toEqual(['d', 'c', 'b', 'a'])
    await told.react(data[1]?.id ?? '', { userId: 'mia', response: 'On my way', at: 60 })
    const order = async (query: object) =>
      (await told.list({ page: 1, limit: 10, ...query })).data.map(({ subject }) => subject).join('')
    expect(await order({ gateways: ['G1'], urgentFirst: true })).toBe('abdc')
    expect(await order({ urgentFirst: true })).toBe('eabdc')
    expect(await order({ settled: true })).toBe('c')
    expect(await order({ settled: false, priority: 3 })).toBe('ea')
    expect(await order({ from: 20, to: 40 })).toBe('cb')
    expect(await order({ code: 'other' })).toBe('')
    expect(await order({ gateways: [] })).toBe('')
    expect((await told.list({ page: 2, limit: 2 })).data.map(({ subject }) => subject)).toEqual(['c', 'b'])
    expect(
      [...(await told.counts({ gateways: ['G1'] }))].toSorted((a, b) => b.priority - a.priority),
    ).toEqual([
      { priority: 3, count: 2, open: 1 },
      { priority: 1, count: 1, open: 1 },
      { priority: 0, count: 1, open: 1 },
    ])
    expect(await told.counts({ gateways: [] })).toEqual([])
    await told.over({ serialNumber: 'G1', code: 'code_1010', subject: 'a' }, 70)
    expect(await order({ settled: true, gateways: ['G1'] })).toBe('ca')
    expect(await order({ gateways: ['G1'], urgentFirst: true })).toBe('bdca')
  })

  test('old ones are forgotten, but not while they last; a gateway takes its own along', async () => {
    const { told, store } = await filled()
    await told.raise({ ...about('G1', 'old', 10), moment: true })
    await told.raise(about('G1', 'lasting', 11))
    await told.raise(about('G2', 'other', 12))
    expect(await told.purge(100)).toBe(1)
    await store.purge.gateways('id-G2')
    expect((await told.list({ page: 1, limit: 10 })).data.map(({ subject }) => subject)).toEqual(['lasting'])
  })
})
