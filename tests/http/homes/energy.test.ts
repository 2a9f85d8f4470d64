import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import type { EnergyMeters } from '#schemas/generated/entities/energy-meters.ts'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

const DAY = 86_400_000
let site: Site
let home: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const read = (query: string, sessionId = home) => site.get(`/api/energy/${SN}?${query}`, sessionId)
const week = () => `from=${site.now - 7 * DAY}&to=${site.now}&step=day`
const tariffs = async () => (await site.get(`/api/energy/${SN}/tariffs`, home)).json<EnergyTariffs>()
const keep = (body: unknown, sessionId = home) =>
  site.call('PUT', `/api/energy/${SN}/tariffs`, { body, headers: { sessionId } })

describe('what a home uses', () => {
  test('is told by meter and step, with what it cost; one counts the whole home', async () => {
    const answer = (await read(week())).json<Energy>()
    expect(answer.priced).toBe(true)
    const length = answer.steps.length - 1
    expect(length).toBeGreaterThanOrEqual(7)
    for (const { amounts, costs } of answer.meters) {
      expect([amounts.length, costs.length]).toEqual([length, length])
      for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(0)
    }
    const used = answer.meters.filter(({ flow }) => flow === 'used')
    const sum = ({ amounts }: { amounts: readonly number[] }) => amounts.reduce((all, one) => all + one, 0)
    const [whole] = used.filter((meter) => meter.whole)
    expect(sum(whole ?? { amounts: [] })).toBeGreaterThan(50)
    expect(answer.meters.some(({ flow }) => flow === 'produced')).toBe(true)
    const others = used.filter((meter) => !meter.whole).reduce((all, meter) => all + sum(meter), 0)
    expect(others).toBeLessThanOrEqual(sum(whole ?? { amounts: [] }) * 1.01)
  })

  test('V-01 is bounded: ranges, steps and zones that cannot be are refused', async () => {
    const { now } = site
    for (const query of [
      `from=${now}&to=${now - 1}&step=day`,
      `from=0&to=${now}&step=day`,
      `from=${now - 30 * DAY}&to=${now}&step=hour`,
      `from=${now - DAY}&to=${now}&step=second`,
      `from=${now - DAY}&to=${now}&step=day&zone=Mars/Base`,
      `from=${now - DAY}&to=${now}&step=day&zone=../etc/passwd`,
    ])
      expect((await read(query)).status).toBe(400)
  })

  test('M-01 Z-02 is told to those alone who may use the gateway', async () => {
    const stranger = await site.sessionOf('demo-owner-0')
    expect((await read(week(), stranger)).status).toBe(404)
    expect((await keep(await tariffs(), stranger)).status).toBe(404)
  })
})

describe('what energy costs', () => {
  test('L-09 is kept for the home; whoever changed older tariffs is told', async () => {
    const before = await tariffs()
    const next = { ...before, currency: 'EUR' as const, tariffs: [{ from: '2026-01-01', price: 0.5 }] }
    expect((await keep(next)).json()).toEqual({ ...next, revision: before.revision + 1 })
    const late = await keep({ ...before, tariffs: [] })
    expect([late.status, late.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
      409,
      'TARIFFS_CHANGED_MEANWHILE',
    ])
    const { currency, meters } = (await read(week())).json<Energy>()
    expect(currency).toBe('EUR')
    const [one] = meters.filter(({ flow }) => flow === 'used')
    const [amount = 0, cost = 0] = [one?.amounts[1], one?.costs[1]]
    expect(cost).toBeCloseTo(amount * 0.5, 6)
  })

  test('V-01 prices, times and days that cannot be are refused', async () => {
    const { revision } = await tariffs()
    const one = (more: object) => ({
      revision,
      currency: 'CHF',
      tariffs: [{ from: '2026-01-01', price: 0.3, ...more }],
    })
    const window = { price: 0.2, start: '22:00', end: '06:00', days: [0] }
    for (const body of [
      one({ price: -1 }),
      one({ price: 1e9 }),
      one({ from: '2026-13-01' }),
      one({ windows: [{ ...window, start: '24:00' }] }),
      one({ windows: [{ ...window, days: [7] }] }),
      one({ windows: Array.from({ length: 9 }, () => window) }),
      { revision, currency: 'XXX', tariffs: [] },
    ])
      expect((await keep(body)).status).toBe(400)
    expect((await keep(one({ windows: [window] }))).status).toBe(200)
  })
})

describe('how meters stand to each other', () => {
  const meters = async () => (await site.get(`/api/energy/${SN}/meters`, home)).json<EnergyMeters>()
  const put = (body: unknown, sessionId = home) =>
    site.call('PUT', `/api/energy/${SN}/meters`, { body, headers: { sessionId } })

  test('L-09 is kept for the home and told with what they count; whoever changed older ones is told', async () => {
    const before = await meters()
    const next = [
      { device_id: 'bathroom-mirror', behind: 'utility-boiler' },
      { device_id: 'utility-boiler', needed: true },
      { device_id: 'was-removed', behind: 'utility-boiler' },
    ]
    const answer = await put({ revision: before.revision, meters: next })
    // Nobody has said anything of them before (decision 0282).
    expect(before.revision).toBe(0)
    expect(answer.json()).toEqual({ revision: expect.any(Number), meters: next })
    expect(answer.json<{ revision: number }>().revision).toBeGreaterThan(before.revision)
    const late = await put({ revision: before.revision, meters: [] })
    expect([late.status, late.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
      409,
      'METERS_CHANGED_MEANWHILE',
    ])
    const told = (await read(week())).json<Energy>()
    expect(told.meters.filter(({ behind }) => behind !== undefined)).toMatchObject([
      { device_id: 'bathroom-mirror', behind: 'utility-boiler' },
    ])
    expect(told.meters.filter(({ needed }) => needed).map(({ device_id }) => device_id)).toEqual([
      'utility-boiler',
    ])
  })

  test('V-01 of one who would stand behind himself, in a ring or twice, nothing is kept', async () => {
    const { revision } = await meters()
    const behind = (device_id: string, other: string) => ({ device_id, behind: other })
    for (const all of [
      [behind('a', 'a')],
      [behind('a', 'b'), behind('b', 'c'), behind('c', 'a')],
      [behind('a', 'b'), behind('a', 'c')],
      [{ device_id: '' }],
      Array.from({ length: 1001 }, (_, n) => ({ device_id: `d${n}` })),
    ])
      expect((await put({ revision, meters: all })).status).toBe(400)
    expect((await meters()).revision).toBe(revision)
  })

  test('M-01 Z-02 is nothing for strangers', async () => {
    const stranger = await site.sessionOf('demo-owner-0')
    expect((await site.get(`/api/energy/${SN}/meters`, stranger)).status).toBe(404)
    expect((await put({ revision: 0, meters: [] }, stranger)).status).toBe(404)
  })
})
