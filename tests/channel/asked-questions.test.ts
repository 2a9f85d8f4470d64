import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Events } from '#schemas/generated/channel.ts'
import type { Notification } from '#schemas/generated/entities/notification.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { MOST_WAITING } from '#server/homes/telling/questions.ts'
import { deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'
import { openTelling } from './telling-kit.ts'

let street: Street
let telling: ReturnType<typeof openTelling>
let later = 0
beforeAll(async () => {
  street = await Street.open({
    notified: (serialNumber, said, event) => telling.news.take(serialNumber, said, event),
  })
  telling = openTelling(street, () => later)
})
afterAll(async () => {
  await telling?.background.done()
  await street?.close()
})
afterEach(() => {
  later = telling.pushed.length = telling.reported.length = telling.warned.length = telling.heard.length = 0
})

const answers = [
  { id: 'a', label: 'Close it' },
  { id: 'b', label: 'Leave it' },
]
const garage: Rule = {
  ...{ id: 'garage', name: 'Garage', rule_logic: 'OR', active: true },
  scenes: [
    {
      ...{ id: 'ask', name: 'D#E#L#A#Y', delay: 600_000 },
      question: { short_desc: 'Garage is open', answers },
    },
    {
      ...{ id: 'close', name: 'Close', on_answer: { set_id: 'ask', answer: 'a' } },
      devices: [
        { id: 'door', settings: [{ service_name: 'SwitchService', property_name: 'state', value: false }] },
      ],
    },
  ],
}

/** The same home, once inside the server and once behind a gateway that is a process of its own. */
const places = {
  async inside() {
    const { serialNumber, owner } = await street.home([deviceOf('SWI100', 'door')])
    return { serialNumber, owner, end: async () => undefined }
  },
  async elsewhere() {
    const owner = await street.world.user()
    const serialNumber = await street.world.gateway(owner, { connectionStatus: 'offline' })
    const { client } = await remoteGateway(street.world, serialNumber, [deviceOf('SWI100', 'door')])
    return { serialNumber, owner, end: () => client.endAsync() }
  },
}
type Place = Awaited<ReturnType<(typeof places)['inside']>>

async function household({ serialNumber, owner }: Pick<Place, 'serialNumber' | 'owner'>) {
  const { world } = street
  const wife = await world.user()
  const link = `l-${serialNumber}`
  await world.store.memberships.link({
    ...{
      _id: link,
      masterAccountId: owner,
      secondaryAccountId: wife,
      isSupport: false,
      verified: true,
      at: 1,
    },
  })
  return { wife, link }
}
const listOf = async (userId: string): Promise<Notification[]> => {
  const { data } = await street.world.store.notifications.list(userId, { page: 1, limit: 10 })
  return await telling.questions.shown(data)
}

describe.each(Object.entries(places))('what a scene of a home %s asks', (_where, openAt) => {
  async function asked() {
    const place = await openAt()
    const { serialNumber, owner } = place
    const { homes } = street
    await vi.waitFor(async () => expect((await homes.snapshot(serialNumber))?.total).toBe(1), WAIT)
    const { wife, link } = await household(place)
    const order = (command: string, params: object) =>
      homes.order(serialNumber, owner, command as 'get_rules', params as never)
    expect(await order('save_rule', { rule: garage, base: 0 })).toMatchObject({ code: 0 })
    expect(await order('play_rule', { rule_id: 'garage' })).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await listOf(wife)).toHaveLength(1), WAIT)
    await vi.waitFor(() => expect(telling.reported).toHaveLength(1), WAIT)
    const notes = new Map<string, Notification>()
    for (const one of [owner, wife]) {
      const [note] = await listOf(one)
      if (note) notes.set(one, note)
    }
    const answer = (who: string, given: string) =>
      telling.questions.answer(who, notes.get(who)?.id ?? '', given)
    const run = async (): Promise<RuleRun | undefined> => {
      const { data } = await order('get_rule_runs', { rule_id: 'garage' })
      return (data as unknown as { runs: RuleRun[] }).runs[0]
    }
    return { ...place, wife, link, notes, answer, run, order }
  }

  // decision 0248
  test('reaches everybody with its answers; the first counts, and the second hears whose it was', async () => {
    const { owner, wife, notes, answer, run, end } = await asked()
    expect(notes.get(owner)).toMatchObject({
      title: 'Garage is open',
      question: { answers, state: 'open' },
    })
    expect(telling.woken.at(-1)).toMatchObject({ answers: { answers } })
    expect(await answer(wife, 'a')).toMatchObject({ state: 'answered', answer: 'a', by: wife })
    // Everybody who was asked sees it at once, and once.
    await vi.waitFor(
      () => expect(telling.heard.map(([who]) => who).toSorted()).toEqual([owner, wife].toSorted()),
      WAIT,
    )
    expect(await answer(owner, 'b')).toMatchObject({ state: 'answered', answer: 'a', by: wife })
    expect(await answer(wife, 'a')).toMatchObject({ answer: 'a', by: wife })
    const [kept] = await listOf(owner)
    const account = await street.world.store.accounts.find(wife)
    expect(kept?.question?.by_name).toBe(
      [account?.firstName, account?.lastName].filter(Boolean).join(' ') || account?.username,
    )
    await vi.waitFor(async () => {
      const ran = await run()
      expect(ran?.steps[0]).toMatchObject({ answer: 'a', answered_by: wife, met: true })
      expect(ran?.steps.some(({ device_id }) => device_id === 'door')).toBe(true)
    }, WAIT)
    await telling.background.done()
    expect(telling.heard).toHaveLength(2)
    await end()
  })

  test('two who answer in the same moment hear the same', async () => {
    const { owner, wife, answer, end } = await asked()
    const [one, other] = await Promise.all([answer(owner, 'a'), answer(wife, 'b')])
    expect(one).toEqual(other)
    expect([owner, wife]).toContain(one.by)
    await end()
  })

  test('is answered by nobody who has lost the home, or was not asked', async () => {
    const { wife, link, notes, answer, end } = await asked()
    const stranger = await street.world.user()
    await expect(telling.questions.answer(stranger, notes.get(wife)?.id ?? '', 'a')).rejects.toThrow()
    await expect(answer(wife, 'z')).rejects.toThrow()
    await street.world.store.memberships.unlink(link)
    await expect(answer(wife, 'a')).rejects.toThrow()
    expect(telling.heard).toEqual([])
    await end()
  })

  test('whoever is late hears that nobody waits any more, when the run was stopped', async () => {
    const { owner, answer, run, order, end } = await asked()
    const ran = await run()
    expect(await order('stop_rule_run', { rule_id: 'garage', run_id: ran?.run_id })).toMatchObject({
      code: 0,
    })
    await vi.waitFor(() => expect(telling.heard).toHaveLength(2), WAIT)
    expect(telling.heard[0]?.[1]).toMatchObject({ question: { state: 'over' } })
    expect(await answer(owner, 'a')).toMatchObject({ state: 'over' })
    await end()
  })
})

describe('what a gateway says of questions is read with care', () => {
  const news = (more: Partial<Events['rule_notification']> = {}): Events['rule_notification'] => ({
    ...{ rule_id: 'r', rule_name: 'R', run_id: 'run', message_id: randomBytes(4).toString('hex') },
    notification: { type: 1, short_desc: 'Well?', recipients: [{ kind: 'everybody' }] },
    question: { answers, until: Date.now() + 60_000 },
    ...more,
  })
  async function home() {
    const owner = await street.world.user()
    const serialNumber = await street.world.gateway(owner)
    return { owner, serialNumber, ...(await household({ owner, serialNumber })) }
  }

  test('the same question asked once more is told to nobody twice, and to whoever has not heard it', async () => {
    const { owner, serialNumber } = await home()
    const said = news()
    await telling.news.deliver(serialNumber, said)
    await telling.news.deliver(serialNumber, said)
    expect(await listOf(owner)).toHaveLength(1)
  })

  test('a home has twenty questions that wait, and more are put to nobody', async () => {
    const { owner, serialNumber } = await home()
    for (let n = 0; n < MOST_WAITING + 3; n++)
      await telling.news.deliver(serialNumber, news({ rule_id: `r${n}`, run_id: `run${n}` }))
    expect((await street.world.store.notifications.list(owner, { page: 1, limit: 100 })).count).toBe(
      MOST_WAITING,
    )
    expect(telling.reported.at(-1)?.[1].told).toEqual([{ kind: 'everybody', why: 'too_many' }])
  })

  test('nobody counts as having answered who was not asked', async () => {
    const { owner, serialNumber, wife } = await home()
    const stranger = await street.world.user()
    const said = news({ notification: { type: 1, short_desc: 'Well?', recipients: [{ kind: 'owner' }] } })
    await telling.news.deliver(serialNumber, said)
    const { rule_id, run_id, message_id = '' } = said
    for (const user_id of [wife, stranger, 'nobody'])
      await telling.questions.closed(serialNumber, { rule_id, run_id, message_id, answer: 'a', user_id })
    expect((await listOf(owner))[0]?.question).toMatchObject({ state: 'over' })
    expect((await listOf(owner))[0]?.question?.by).toBeUndefined()
  })

  test('one whose time is over is over, whatever the gateway says, and is closed for good by nobody else', async () => {
    const { owner, serialNumber } = await home()
    const other = await home()
    const said = news()
    await telling.news.deliver(serialNumber, said)
    const { rule_id, run_id, message_id = '' } = said
    await telling.questions.closed(other.serialNumber, { rule_id, run_id, message_id })
    expect((await listOf(owner))[0]?.question?.state).toBe('open')
    later = 120_000
    expect((await listOf(owner))[0]?.question?.state).toBe('over')
  })

  test('what cannot be read is said, and a word of an answer hides nothing', async () => {
    const { owner, serialNumber } = await home()
    telling.news.take(serialNumber, { run_id: 1 }, 'rule_question_closed')
    expect(telling.warned).toEqual(['What a rule has to say could not be read'])
    const question = { answers: [{ id: 'a', label: 'Yes\u202e\u0000' }], until: Date.now() * 5 }
    await telling.news.deliver(serialNumber, news({ question }))
    const [note] = await listOf(owner)
    expect(note?.question?.answers).toEqual([{ id: 'a', label: 'Yes' }])
    expect(note?.question?.until).toBeLessThan(Date.now() + 8 * 86_400_000)
  })

  test('a home that does not answer keeps the question open', async () => {
    const { owner, serialNumber } = await home()
    await telling.news.deliver(serialNumber, news())
    const [note] = await listOf(owner)
    await expect(telling.questions.answer(owner, note?.id ?? '', 'a')).rejects.toThrow()
    expect((await listOf(owner))[0]?.question?.state).toBe('open')
  })
})
