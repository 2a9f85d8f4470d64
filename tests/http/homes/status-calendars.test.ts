import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import type { StatusCalendar } from '#schemas/generated/entities/status-calendar.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Listener, quickSite } from '../gateway-kit.ts'
import { provider } from '../ways/kit.ts'

const SOON = { timeout: 40_000, interval: 10 }
const HOUR = 3_600_000
const at = `/api/home/${SN}/status_calendars`
const stamp = (moment: number): string => new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const file = (from: number, to: number, title = 'Besuch von Mia') =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1'],
    ...[`DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`, `SUMMARY:${title}`],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')

/** A home, and a calendar that says what the test wants. */
async function house() {
  const says = { status: 200, text: '', etag: '"1"' }
  const { address, asked } = await provider(({ headers }) => (response) => {
    const known = headers['if-none-match'] === says.etag
    response.writeHead(known ? 304 : says.status, { etag: says.etag }).end(known ? undefined : says.text)
  })
  const site = await quickSite({ calendars: 20 }, { GATEHOUSE_SCENE_HOSTS: address.host })
  onTestFinished(() => site.close())
  const sessionId = await site.sessionOf('demo-home')
  const owner = await Listener.of(site, 'demo-home', SN)
  const call = (method: string, path = '', body?: object) =>
    site.call(method, at + path, { ...(body && { body }), headers: { sessionId } })
  const listed = async () => (await call('GET')).json<{ calendars: StatusCalendar[] }>().calendars[0]
  const put = async (more: object = {}) =>
    (
      await call('PUT', `/away?revision=${(await listed())?.revision ?? 0}`, {
        ...{ url: address.href, before: 0, after: 0 },
        ...more,
      })
    ).json<{
      calendar: StatusCalendar
    }>().calendar
  const away = async (): Promise<ScenarioStatus | undefined> => {
    const answer = await owner.ask(SN, 'get_scenario_statuses_collection', {})
    const { collection } = (answer as unknown as { data: { collection: ScenarioStatus[] } }).data
    return collection.find(({ resource_id }) => resource_id === 'away')
  }
  const becomes = (state: boolean) => vi.waitFor(async () => expect((await away())?.state).toBe(state), SOON)
  return { site, says, asked, owner, call, put, listed, away, becomes, address }
}

// decision 0246
describe('a status that follows a calendar', { timeout: 120_000 }, () => {
  test('is on while an event runs, with its margins, and says so as its cause', async () => {
    const { site, says, put, away, becomes } = await house()
    says.text = file(site.now + HOUR, site.now + 2 * HOUR)
    expect(await put({ before: 30, after: 15, words: 'mia' })).toMatchObject({
      ...{ resource_id: 'away', words: 'mia', before: 30, after: 15, count: 1 },
      next: { title: 'Besuch von Mia' },
    })
    await becomes(false)
    site.pass(31 * 60_000)
    await becomes(true)
    expect((await away())?.cause).toMatchObject({ kind: 'calendar' })
    site.pass(HOUR + 30 * 60_000)
    await becomes(true)
    site.pass(30 * 60_000)
    await becomes(false)
  })

  test('a person who switches it meanwhile has it so until the calendar says something else', async () => {
    const { site, says, put, away, becomes, owner, listed } = await house()
    says.text = file(site.now - HOUR, site.now + HOUR)
    await put()
    await becomes(true)
    await owner.ask(SN, 'set_scenario_status', { resource_id: 'away', state: false })
    const { fetched_at = 0 } = (await listed()) ?? {}
    site.pass(31 * 60_000)
    // It has been looked at, and says what it said.
    await vi.waitFor(async () => expect((await listed())?.fetched_at).toBeGreaterThan(fetched_at), SOON)
    expect((await away())?.state).toBe(false)
  })

  test('is read again, and not handed over again where nothing has changed', async () => {
    const { site, says, put, asked, listed } = await house()
    says.text = file(site.now + HOUR, site.now + 2 * HOUR)
    const { fetched_at = 0 } = await put()
    site.pass(31 * 60_000)
    await vi.waitFor(async () => expect((await listed())?.fetched_at).toBeGreaterThan(fetched_at), SOON)
    expect(asked.at(-1)?.headers['if-none-match']).toBe('"1"')
    expect(await listed()).toMatchObject({ count: 1 })
    expect(await listed()).not.toHaveProperty('fault')
  })

  test.each([
    ['answers 500', 500, '', 'CALENDAR_ANSWERED 500'],
    ['is no calendar any more', 200, '<html>Sign in</html>', 'CALENDAR_MALFORMED'],
    ['is huge', 200, 'x'.repeat(3_000_000), 'CALENDAR_LARGE'],
    ['leads elsewhere', 302, '', 'CALENDAR_REFUSED'],
  ])('one that %s says so, and what was known holds', async (_what, status, text, fault) => {
    const { site, says, put, listed, becomes } = await house()
    says.text = file(site.now + 50 * 60_000, site.now + 3 * HOUR)
    await put()
    Object.assign(says, { status, text, etag: '"2"' })
    site.pass(31 * 60_000)
    await vi.waitFor(async () => expect((await listed())?.fault).toBe(fault), SOON)
    site.pass(25 * 60_000)
    await becomes(true)
    expect((await listed())?.count).toBe(1)
  })

  test.each([
    [200, 'hello', 'CALENDAR_MALFORMED'],
    [200, 'x'.repeat(3_000_000), 'CALENDAR_LARGE'],
    [404, '', 'CALENDAR_ANSWERED 404'],
  ])('one that cannot be read from the beginning says why: %d %#', async (status, text, fault) => {
    const { says, put } = await house()
    Object.assign(says, { status, text })
    expect(await put()).toMatchObject({ fault, count: 0 })
  })

  test('V-11 none is in a private network, and none is seen by whoever may not use the home', async () => {
    const { site, says, call, put } = await house()
    for (const url of [
      'https://127.0.0.1/x.ics',
      'http://calendar.example/x.ics',
      'webcal://10.0.0.1/x',
      'x',
    ])
      expect((await call('PUT', '/away?revision=0', { url, before: 0, after: 0 })).status, url).toBe(400)
    says.text = file(site.now, site.now + HOUR)
    await put()
    const sessionId = await site.sessionOf('demo-owner-0')
    expect((await site.call('GET', at, { headers: { sessionId } })).status).toBe(404)
    expect(JSON.stringify(await site.store.statusCalendars.of(SN))).not.toMatch(/Besuch|127\.0\.0\.1/)
    expect((await call('DELETE', '/away')).status).toBe(204)
    expect((await call('DELETE', '/away')).status).toBe(404)
  })
})
