import { describe, expect, test } from 'vitest'
import { AlarmTelling, type AlarmTellingParts } from '#server/homes/alarms/alarm-telling.ts'
import type { Message } from '#server/outbound/messenger.ts'
import type { AlarmRecipient } from '#server/store/homes/alarm-recipients.ts'
import type { KeptAlarm, Priority } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest } from './engines.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()
const START = Date.UTC(2026, 10, 14, 9)
const SN = 'G1'
const home = { serialNumber: SN, owner: 'mia' }
const rules: AlarmTellingParts['rules'] = { repeats: [0, 0, 0, 1], gatherS: [3600, 900, 60, 0] }
const WAYS = { pushNotification: true, emailNotification: true, SMS: true, call: false }
const SECONDS = [86_400, 3600, 900, 180]

const alarmOf = (priority: Priority): Omit<KeptAlarm, 'id' | 'revision'> => ({
  ...{ number: 1010 + priority, code: `code_${priority}`, icon: 'bell', priority, ways: WAYS },
  names: [{ lang: 'de_DE', name: `Alarm ${priority}`, desc: 'Bitte nachsehen.' }],
})

/** A house with two people in it, and whoever tells them of alarms. */
async function house(store: Store) {
  for (const id of ['mia', 'noah', 'ruth'])
    await store.accounts.create(account(id, { firstName: id }), {
      passwordHash: null,
      at: 1,
      activated: true,
    })
  await store.gateways.create(gateway(SN, { userId: 'mia', name: 'Lindenweg' }))
  await store.memberships.link({
    ...{
      _id: 'l1',
      masterAccountId: 'mia',
      secondaryAccountId: 'noah',
      isSupport: false,
      verified: true,
      at: 1,
    },
  })
  await store.alarms.seed(
    ([0, 1, 2, 3] as const).map(alarmOf),
    SECONDS.map((escalationTime, priority) => ({ priority: priority as Priority, escalationTime })),
  )
  const told: string[] = []
  const sent = new Map<string, Message>()
  const letters: string[] = []
  const faults: string[] = []
  const here = {
    now: START,
    /** How often keeping a message fails before it works. */
    failing: 0,
    consents: true,
    planned: 0,
  }
  const parts: AlarmTellingParts = {
    store,
    rules,
    book: {
      of: (key: { code: string } | { number: number }) =>
        'code' in key
          ? { id: key.code, revision: 1, ...alarmOf(Number(key.code.at(-1)) as Priority) }
          : undefined,
    },
    messenger: {
      // As the real one does: what has that name was told.
      send: async (message) => {
        if (here.failing > 0) {
          here.failing -= 1
          throw new Error('The disk is full')
        }
        if (sent.has(`${message.message} ${message.way}`)) return
        sent.set(`${message.message} ${message.way}`, message)
        told.push(`${message.way} ${message.userId}: ${message.title}`)
      },
      reaches: async (userId, way) => way === 'email' || (way === 'push' && userId === 'noah'),
    },
    outsiders: {
      write: async ({ address }, { facts }) => {
        if (here.consents) letters.push(`${address}: ${facts.home}, ${facts.title}`)
        return here.consents
      },
    },
    notifier: { notify: async ({ userId, title }) => void told.push(`bell ${userId}: ${title}`) as never },
    mails: { alarms: (_language, { count }) => ({ several: `${count} alarms`, unanswered: 'Nobody yet.' }) },
    log: { info: () => {}, warn: () => {}, error: (fact) => void faults.push(JSON.stringify(fact)) },
    clock: {
      now: () => here.now,
      after: (ms) => {
        here.planned = ms
        return () => {}
      },
    },
  }
  let telling = new AlarmTelling(parts)
  const toldAfter = async (seconds: number): Promise<string[]> => {
    here.now += seconds * 1000
    telling.look()
    await telling.rest()
    return told.splice(0).toSorted()
  }
  return {
    ...{ here, letters, sent, faults, toldAfter },
    raise: async (priority: Priority, subject = 'a') => {
      const { code, ...alarm } = alarmOf(priority)
      const raised = await store.alarmNotifications.raise({
        ...{ serialNumber: SN, subject, facts: { deviceName: 'Sensor', roomName: 'Bad' }, at: here.now },
        alarm: { code, ...alarm },
      })
      return raised?.id ?? ''
    },
    /** Another process goes on with what the first one kept. */
    restart: () => {
      telling = new AlarmTelling(parts)
    },
    /** Who hears of it next, as the inbox says. */
    next: async (id: string) => {
      const notification = await store.alarmNotifications.find(id)
      return notification ? telling.next(notification) : undefined
    },
    react: (id: string) =>
      store.alarmNotifications.react(id, { userId: 'mia', response: 'Da', at: here.now }),
  }
}

const recipient = (level: number, contact: string, more: Partial<AlarmRecipient> = {}) => ({
  ...{ ...home, code: 'code_3', level, contact, firstName: contact },
  ways: { pushNotification: false, emailNotification: true },
  ...more,
})
const person = (level: number, userId: string, ways: AlarmRecipient['ways']) =>
  recipient(level, `${userId}@gatehouse.test`, { userId, firstName: userId, ways })

describe.each(engines)('S-10 on $name: an alarm is told', ({ fresh }) => {
  test('3.1-002 to everybody of the home by the ways that reach him, where nobody has said whom', async () => {
    const { raise, toldAfter, sent } = await house(await fresh())
    const id = await raise(3)
    expect(await toldAfter(0)).toEqual([
      'bell mia: Alarm 3',
      'bell noah: Alarm 3',
      'email mia: Alarm 3',
      'email noah: Alarm 3',
      'push noah: Alarm 3',
    ])
    expect([...sent.values()][0]).toMatchObject({
      ...{ urgent: true, reactTo: id, path: `/notifications/code_3?open=${id}` },
      text: 'Sensor · Bad\nBitte nachsehen.\nLindenweg',
    })
    expect(await toldAfter(0)).toEqual([])
  })

  test('3.1-002 3.3-005 to the next recipients after its time, until somebody answers; the last are told again', async () => {
    const store = await fresh()
    const { raise, toldAfter, react, next, here, letters } = await house(store)
    await store.alarmRecipients.add([
      person(1, 'mia', { emailNotification: true }),
      person(2, 'noah', { pushNotification: true, call: true }),
      recipient(3, 'ruth@elsewhere.test'),
    ])
    await raise(3)
    expect(await toldAfter(0)).toEqual(['bell mia: Alarm 3', 'bell noah: Alarm 3', 'email mia: Alarm 3'])
    expect(here.planned).toBe(60_000)
    expect(await toldAfter(179)).toEqual([])
    expect(here.planned).toBe(1000)
    // The alarm calls nobody, whatever a recipient says.
    expect(await toldAfter(1)).toEqual(['push noah: Alarm 3'])
    await toldAfter(180)
    expect(letters.splice(0)).toEqual(['ruth@elsewhere.test: Lindenweg, Alarm 3'])
    await toldAfter(180)
    expect(letters.splice(0)).toEqual(['ruth@elsewhere.test: Lindenweg, Alarm 3'])
    await toldAfter(10_000)
    expect(letters).toEqual([])

    const second = await raise(3, 'b')
    await toldAfter(0)
    // Who is next stands in the inbox, by the ways that the alarm uses; nobody once somebody has reacted.
    expect(await next(second)).toEqual([{ firstName: 'noah', ways: ['pushNotification'] }])
    await react(second)
    expect(await next(second)).toEqual([])
    expect(await toldAfter(10_000)).toEqual([])
    expect(letters).toEqual([])
  })

  test('what is over by itself goes no further, but whoever was to be told at once is', async () => {
    const store = await fresh()
    const { raise, toldAfter, here } = await house(store)
    await store.alarmRecipients.add([
      person(1, 'mia', { emailNotification: true }),
      person(2, 'noah', { pushNotification: true }),
    ])
    await raise(3)
    await store.alarmNotifications.over({ serialNumber: SN, code: 'code_3', subject: 'a' }, here.now)
    expect(await toldAfter(0)).toEqual(['bell mia: Alarm 3', 'bell noah: Alarm 3', 'email mia: Alarm 3'])
    await raise(3)
    await toldAfter(0)
    await store.alarmNotifications.over({ serialNumber: SN, code: 'code_3', subject: 'a' }, here.now)
    expect(await toldAfter(10_000)).toEqual([])
  })

  test('over a restart: what was kept is told once, by whoever comes next', async () => {
    const store = await fresh()
    const { raise, toldAfter, restart, here, faults } = await house(store)
    await store.alarmRecipients.add([person(1, 'mia', { emailNotification: true })])
    await raise(3)
    here.failing = 1
    expect(await toldAfter(0)).toEqual(['bell mia: Alarm 3', 'bell noah: Alarm 3'])
    expect(faults).toEqual(['{"error":"Error: The disk is full"}'])
    expect(here.planned).toBe(5000)
    restart()
    expect(await toldAfter(1)).toEqual(['email mia: Alarm 3'])
    // It had been sent, but the one who sent it was killed before it could say so.
    const [last] = (
      await store.alarmMessages.of([(await store.alarmNotifications.open())[0]?.id ?? ''])
    ).filter(({ way }) => way === 'emailNotification')
    await store.alarmMessages.settle([last?.id ?? ''], 'waiting', here.now)
    restart()
    expect(await toldAfter(1)).toEqual([])
    expect(await toldAfter(180)).toEqual(['email mia: Alarm 3'])
  })

  test('urgent ones get through where lower ones are gathered into one message', async () => {
    const store = await fresh()
    const { raise, toldAfter, react, sent } = await house(store)
    for (const code of ['code_1', 'code_3'])
      await store.alarmRecipients.add(
        [person(1, 'mia', { emailNotification: true })].map((one) => ({ ...one, code })),
      )
    await raise(1)
    expect(await toldAfter(0)).toContain('email mia: Alarm 1')
    await raise(1, 'b')
    await raise(1, 'c')
    expect((await toldAfter(1)).filter((one) => one.startsWith('email'))).toEqual([])
    const urgent = await raise(3)
    expect(await toldAfter(1)).toContain('email mia: Alarm 3')
    await react(urgent)
    // Whatever came meanwhile is told together, a while after the last message.
    expect(await toldAfter(897)).toEqual([])
    expect(await toldAfter(5)).toEqual(['email mia: 2 alarms'])
    expect([...sent.values()].at(-1)).toMatchObject({
      ...{ text: 'Alarm 1: Sensor · Bad\nAlarm 1: Sensor · Bad', urgent: false },
    })
    expect([...sent.values()].at(-1)).not.toHaveProperty('reactTo')
  })

  test('by the ways that a person wants for its priority, and by any rather than by none when it is urgent', async () => {
    const store = await fresh()
    const { raise, toldAfter } = await house(store)
    const none = {}
    for (const code of ['code_1', 'code_3'])
      await store.alarmRecipients.add(
        [person(1, 'mia', { emailNotification: true, SMS: true })].map((one) => ({ ...one, code })),
      )
    const told = async (seconds = 0) => (await toldAfter(seconds)).filter((one) => !one.startsWith('bell'))
    await store.wantedWays.change('mia', () => ({
      ...{ urgent: { SMS: true }, high: none, medium: none, low: none },
    }))
    await raise(3)
    expect(await told()).toEqual(['sms mia: Alarm 3'])
    await raise(1)
    expect(await told()).toEqual([])
    await store.wantedWays.change('mia', () => ({
      ...{ urgent: { call: true }, high: none, low: none },
      medium: { emailNotification: true },
    }))
    await raise(3, 'b')
    expect(await told()).toEqual(['email mia: Alarm 3', 'sms mia: Alarm 3'])
    await raise(1, 'b')
    expect((await told(900)).filter((one) => one.endsWith('Alarm 1'))).toEqual(['email mia: Alarm 1'])
    // Of another person nothing is known, and he is told as before.
    expect(await store.wantedWays.find('noah')).toBeUndefined()
  })

  test('nothing that rings comes in quiet hours unless it is urgent; it waits for their end and is told together', async () => {
    const store = await fresh()
    const { raise, toldAfter } = await house(store)
    for (const code of ['code_1', 'code_3'])
      await store.alarmRecipients.add(
        [person(1, 'mia', { emailNotification: true, SMS: true })].map((one) => ({ ...one, code })),
      )
    // It is nine in the morning.
    await store.quietHours.set('mia', { active: true, from: 480, until: 600, zone: 'UTC' })
    const told = async (seconds: number) =>
      (await toldAfter(seconds)).filter((one) => !one.startsWith('bell'))
    await raise(1)
    await raise(1, 'b')
    expect(await told(0)).toEqual(['email mia: 2 alarms'])
    await raise(3)
    expect(await told(0)).toEqual(['email mia: Alarm 3', 'sms mia: Alarm 3'])
    expect((await told(3590)).filter((one) => one.startsWith('sms mia: 2'))).toEqual([])
    expect(await told(10)).toContain('sms mia: 2 alarms')
  })

  test('to nobody who has left the home, and to nobody of the one who had it before', async () => {
    const store = await fresh()
    const { raise, toldAfter, letters, here } = await house(store)
    await store.alarmRecipients.add([
      person(1, 'ruth', { emailNotification: true }),
      person(1, 'mia', { emailNotification: true }),
      recipient(1, 'uncle@elsewhere.test'),
    ])
    here.consents = false
    const id = await raise(3)
    expect((await toldAfter(0)).filter((one) => one.startsWith('email'))).toEqual(['email mia: Alarm 3'])
    expect(letters).toEqual([])
    const messages = await store.alarmMessages.of([id])
    expect(messages.find(({ contact }) => contact === 'uncle@elsewhere.test')?.state).toBe('refused')
    await store.gateways.unassign(SN)
    expect(await toldAfter(1000)).toEqual([])
    await store.gateways.assign(SN, 'ruth')
    await raise(3, 'b')
    expect((await toldAfter(0)).filter((one) => one.startsWith('email'))).toEqual(['email ruth: Alarm 3'])
  })
})
