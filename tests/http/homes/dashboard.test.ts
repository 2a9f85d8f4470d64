import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { ShownDashboard } from '#schemas/generated/entities/shown-dashboard.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Listener } from '../gateway-kit.ts'
import { Site } from '../kit.ts'

let site: Site
let home: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const card = { id: 'a', kind: 'device', width: 2, height: 2, of: ['living-shutter-south'] }
const keep = (body: unknown, sessionId = home) =>
  site.call('PUT', `/api/home/${SN}/dashboard`, { body, headers: { sessionId } })
const read = async (sessionId = home) =>
  (await site.get(`/api/home/${SN}/dashboard`, sessionId)).json<Dashboard>()

describe('a dashboard is kept on the server', () => {
  test('1.2-018 for one person; others who use the gateway have theirs', async () => {
    const { revision } = await read()
    const kept = await keep({ revision, pages: [{ id: 'p', name: 'Daheim', cards: [card] }] })
    expect(kept.json()).toMatchObject({ revision: expect.any(Number) })
    expect(kept.json<Dashboard>().revision).not.toBe(revision)
    expect(await read()).toEqual(kept.json())
    expect((await read(await site.sessionOf('demo-guest'))).pages).toEqual([])
  })

  test('L-09 whoever changed an older one is told that it has changed meanwhile', async () => {
    const now = await read()
    expect((await keep(now)).status).toBe(200)
    const late = await keep({ ...now, pages: [] })
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject([{ errorCode: 'DASHBOARD_CHANGED_MEANWHILE' }])
    expect((await read()).pages).toEqual(now.pages)
  })

  test('1.2-018 it is told in one answer with the home, those devices first that its first page names', async () => {
    const { revision } = await read()
    const chart = { ...card, id: 'c', kind: 'chart', of: ['garden-weather/TemperatureService/temperature'] }
    const pages = [
      { id: 'p', cards: [{ ...card, of: ['kitchen-ceiling'] }] },
      { id: 'q', opensFirst: true, cards: [card, chart, { ...card, id: 'g', of: ['gone'] }] },
    ]
    await keep({ revision, pages })
    const shown = (await site.get(`/api/home/${SN}/dashboard/shown`, home)).json<ShownDashboard>()
    expect(shown.dashboard).toEqual(await read())
    const { devices, layouts, total, order } = shown.home
    expect(devices.slice(0, 2).map(({ device }) => device.id)).toEqual([
      'living-shutter-south',
      'garden-weather',
    ])
    expect(devices).toHaveLength(total)
    expect(devices.every(({ layout }) => layout in layouts)).toBe(true)
    // Nobody takes them for the order of his tiles.
    expect(order).toEqual([])
  })

  test('with it comes what the cards of that page would ask for next, as the calls themselves answer it', async () => {
    const { revision } = await read()
    const chart = { ...card, kind: 'chart' }
    const cards = [
      { ...chart, id: 'c', of: ['garden-weather/TemperatureService/temperature'] },
      { ...chart, id: 'd', of: ['garden-weather/TemperatureService/humidity', 'gone/S/p'] },
      // It shows other days.
      { ...chart, id: 'e', of: ['child-air/AirQualityService/co2'], view: { period: 'week' } },
      { ...card, id: 's', kind: 'scenes', of: undefined },
      { ...card, id: 'o', kind: 'constructor' },
    ]
    await keep({ revision, pages: [{ id: 'p', cards }] })
    // What takes its time is not waited for.
    const answers = await vi.waitFor(async () => {
      const shown = (await site.get(`/api/home/${SN}/dashboard/shown`, home)).json<ShownDashboard>()
      expect(shown.answers.map(({ call, input }) => [call, input.deviceId])).toEqual([
        ['nodeHistory', 'garden-weather'],
        ['nodeStatusHistory', 'garden-weather'],
        ['nodeHistory', 'gone'],
        ['nodeStatusHistory', 'gone'],
        ['get_rules_list', undefined],
        ['get_scenario_statuses_collection', undefined],
      ])
      return shown.answers
    }, 20_000)
    for (const { call, input, data } of answers.slice(0, 2)) {
      const { from, to } = input as { from: number; to: number }
      expect(to - from).toBe(86_400_000)
      expect(to % 900_000).toBe(0)
      const kind = call === 'nodeHistory' ? 'node' : 'node_status'
      const asked = `/api/node_history/${kind}/${SN}/garden-weather?from=${from}&to=${to}`
      expect(data).toEqual((await site.get(asked, home)).json())
    }
    expect(answers.find(({ call }) => call === 'get_rules_list')?.data).toMatchObject({
      rules: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
    })
  })

  test('what the home used today comes with a card of it, and what draws the page is named', async () => {
    const { revision } = await read()
    const cards = [
      { ...card, id: 'e', kind: 'energy', of: undefined },
      { ...card, id: 't', of: ['living-climate'] },
    ]
    await keep({
      revision,
      pages: [
        { id: 'p', cards },
        { id: 'q', cards: [{ ...card, kind: 'chart' }] },
      ],
    })
    const {
      answers,
      drawnBy,
      home: told,
    } = await vi.waitFor(async () => {
      const shown = (await site.get(`/api/home/${SN}/dashboard/shown`, home)).json<ShownDashboard>()
      expect(shown.answers.filter(({ call }) => call === 'readEnergy')).toHaveLength(2)
      return shown
    }, 20_000)
    const [today, before] = answers.filter(({ call }) => call === 'readEnergy')
    expect(today?.input).toMatchObject({ sn: SN, step: 'hour', zone: told.zone })
    expect(before?.input).toMatchObject({ to: expect.any(Number) })
    for (const { input, data } of [today, before].flatMap((one) => one ?? [])) {
      const { sn: _, ...asked } = input
      const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
      expect((await site.get(`/api/energy/${SN}?${query}`, home)).json()).toEqual(data)
    }
    // Who has arranged nothing is shown a proposal, for which the same comes.
    const guest = await site.sessionOf('demo-guest')
    const proposed = (await site.get(`/api/home/${SN}/dashboard/shown`, guest)).json<ShownDashboard>()
    expect(proposed.dashboard.pages).toEqual([])
    expect(proposed.answers.filter(({ call }) => call === 'readEnergy')).toHaveLength(2)
    expect(proposed.drawnBy.components).toEqual(
      expect.arrayContaining(['chartCard', 'roomGlance', 'statusGlance']),
    )
    // Of the page that opens, and of the strip above it; not of the others.
    expect(drawnBy.components.toSorted()).toEqual(['deviceCard', 'energyCard', 'houseStatus'])
    expect(drawnBy.widgets).toContain('thermostat')
  })

  test('V-01 Z-04 what it cannot be is refused: links that run, too many pages, sizes beyond the board', async () => {
    const { revision } = await read()
    const withCard = (more: object) => ({ revision, pages: [{ id: 'p', cards: [{ ...card, ...more }] }] })
    for (const body of [
      withCard({ address: 'javascript:alert(1)' }),
      withCard({ address: 'data:text/html,x' }),
      withCard({ width: 11 }),
      withCard({ height: 0 }),
      withCard({ text: 'x'.repeat(2001) }),
      withCard({ owner: 'demo-owner-0' }),
      { revision, pages: Array.from({ length: 13 }, (_, n) => ({ id: `p${n}`, cards: [] })) },
    ])
      expect((await keep(body)).status).toBe(400)
    expect((await keep(withCard({ address: 'https://camera.test/yard' }))).status).toBe(200)
  })

  test('M-01 nobody keeps one of a gateway that he may not use', async () => {
    const stranger = await site.sessionOf('demo-owner-0')
    expect((await keep({ revision: 0, pages: [] }, stranger)).status).toBe(404)
  })

  test('the other clients of the person hear of it; nobody else does', async () => {
    const mine = await Listener.of(site, 'demo-home', SN)
    const foreign = await Listener.of(site, 'demo-guest', SN)
    try {
      const { revision } = (await keep(await read())).json<Dashboard>()
      const [told] = await mine.heard('dashboard_changed')
      expect(told?.data).toEqual({ serialNumber: SN, revision })
      await foreign.quiet()
    } finally {
      for (const { peer } of [mine, foreign]) peer.kill()
    }
  })
})

describe('the page after sign-in', () => {
  test('is kept with the account and told with the profile', async () => {
    const id = 'demo-home'
    const profile = async () =>
      (await site.get(`/api/crm/profile/${id}`, home)).json<{ startScreen?: string }>()
    expect((await profile()).startScreen).toBeUndefined()
    const choose = (startScreen: string) =>
      site.call('PUT', '/api/crm/profile/startScreen', {
        body: { startScreen },
        headers: { sessionId: home },
      })
    expect((await choose('dashboard')).status).toBe(204)
    expect((await profile()).startScreen).toBe('dashboard')
    expect((await choose('https://elsewhere.test')).status).toBe(400)
  })
})
