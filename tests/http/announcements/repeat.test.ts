import { afterEach, describe, expect, test } from 'vitest'
import { repeat } from '#server/announcements/series.ts'
import { callerOf } from '../gateway-kit.ts'
import { readUntil } from '../jobs-kit.ts'
import { Site, silent } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'
import { begun, CODE, coded, read, send, somebody, something, tasksOf } from './announcements-kit.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
let site: Site
const clock = { now: Date.now() }
afterEach(() => site.close())

async function open(data?: string): Promise<void> {
  site = await Site.open({}, silent, undefined, { now: () => clock.now }, data)
  site.pass(clock.now - site.now)
}
/** The server was away meanwhile: timers do not follow a clock that is turned. */
async function later(ms: number): Promise<void> {
  await site.stop()
  clock.now += ms
  await open(site.data)
}

/** Every day, first within two minutes: the string, and that time. */
function daily(from: number): { sendAt: string; first: number } {
  const first = (Math.floor(from / MINUTE) + 2) * MINUTE
  const at = new Date(first)
  return { sendAt: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`, first }
}
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const group = async (...ids: string[]) => {
  await site.store.groups.create({ _id: 'some', groupName: 'Some', description: 'Some', at: site.now })
  await site.store.groups.add(
    'some',
    ids.map((id) => ({ kind: 'user' as const, id })),
  )
}
const toSome = { filterType: 'group' as const, filter: ['Some'] }
const mails = async (username: string) => (await new Mailbox(site).to(username)).length
const mailsOf = (username: string, count: number) =>
  readUntil(
    () => mails(username),
    (found) => found === count,
  )
/** Sessions end meanwhile. */
const admin = () => callerOf(site, 'demo-admin')

describe('3.3-082 an announcement whose time is a cron-like string', () => {
  test('comes at each of its times, to whom it concerns then, until its last day', async () => {
    await open()
    const [rosa, late] = [await somebody(site), await somebody(site)]
    await group(rosa.id)
    const { sendAt, first } = daily(site.now)
    const content = something({ ...toSome, sendAt, sendUntil: new Date(first + DAY).toISOString() })
    const { _id, campaigns } = await begun(site, content)
    expect(campaigns).toEqual([{ _id, type: 'email', count: 1 }])
    expect(await read(await admin(), _id)).toMatchObject({
      ...{ status: 'Repeating', canCancel: true, sendAt: new Date(first).toISOString() },
      ...{ taskCounters: { total: 0 }, campaignOptions: { progress: 0 }, content: { sendAt } },
    })
    expect(await tasksOf(await admin(), _id)).toEqual({ data: [], count: 0 })
    await later(first - site.now)
    await mailsOf(rosa.username, 1)
    await readUntil(
      async () => read(await admin(), _id),
      (one) => one.sendAt === new Date(first + DAY).toISOString(),
    )
    await site.store.groups.add('some', [{ kind: 'user', id: late.id }])
    await later(DAY)
    await mailsOf(rosa.username, 2)
    await mailsOf(late.username, 1)
    await readUntil(
      async () => read(await admin(), _id),
      ({ status }) => status === 'Completed',
    )
    const { data } = (await (await admin())('GET', '/asm/campaign/list?page=1&limit=10')).json<{
      data: { announcementName: string }[]
    }>()
    expect(data.map(({ announcementName }) => announcementName).slice(0, 3)).toEqual([
      `${content.announcementName} (${dayOf(first + DAY)})`,
      `${content.announcementName} (${dayOf(first)})`,
      content.announcementName,
    ])
    await later(2 * DAY)
    expect(await mails(rosa.username)).toBe(2)
  })

  test('is sent once however often its time is carried out, and once for several that were missed', async () => {
    await open()
    const rosa = await somebody(site)
    await group(rosa.id)
    const { sendAt, first } = daily(site.now)
    const { _id } = await begun(site, something({ ...toSome, sendAt }))
    // Three of its times pass.
    await later(first + 2 * DAY + MINUTE - site.now)
    await mailsOf(rosa.username, 1)
    const next = new Date(first + 3 * DAY).toISOString()
    await readUntil(
      async () => read(await admin(), _id),
      (one) => one.sendAt === next,
    )
    // As after a server that was killed before it had noted that it comes again.
    const job = await site.store.jobs.find(_id)
    if (!job) throw new Error(_id)
    const count = async () =>
      (await site.store.jobs.list({ kinds: ['announcement'], skip: 0, limit: 1 })).count
    const had = await count()
    const anew = repeat({ store: site.store, now: () => site.now, begin: () => {} })
    expect(await anew(job)).toEqual({ againAt: first + 3 * DAY })
    expect(await count()).toBe(had)
    expect(await mails(rosa.username)).toBe(1)
  })

  // 3.7-149
  test('comes no more once it is cancelled', async () => {
    await open()
    const rosa = await somebody(site)
    await group(rosa.id)
    const { sendAt, first } = daily(site.now)
    const { _id } = await begun(site, something({ ...toSome, sendAt }))
    const canceled = await (await admin())('POST', `/asm/campaign/cancelAll/${_id}`)
    expect(canceled.json()).toMatchObject({ status: 'Canceled', canCancel: false })
    await later(first + DAY - site.now)
    expect(await mails(rosa.username)).toBe(0)
  })

  test('is refused where it never comes, comes more than once a day, or goes by no clocks', async () => {
    await open()
    const judged = async (more: object) => {
      const content = something(more)
      await coded(site, content.announcementName)
      const answer = await send(site, content, 'sendEmail', CODE)
      return [answer.status, answer.json<{ errorCode: string; field?: string }[]>()[0]]
    }
    const [past, wrong] = ['DATE_IN_PAST', 'VALIDATION'].map((errorCode) =>
      expect.objectContaining({ errorCode }),
    )
    expect(await judged({ sendAt: '0 9 31 2 *' })).toEqual([400, past])
    expect(await judged({ sendAt: '0 9 * * *', sendUntil: '2020-01-01T00:00:00Z' })).toEqual([400, past])
    expect(await judged({ sendAt: '*/5 * * * *' })).toEqual([400, wrong])
    expect(await judged({ sendAt: '0 9 * * 9' })).toEqual([400, wrong])
    expect(await judged({ sendAt: '2026-13-45T25:00Z' })).toEqual([400, wrong])
    expect(await judged({ sendAt: '0 9 * * *', zone: 'Mars/Olympus' })).toEqual([400, wrong])
  })
})
