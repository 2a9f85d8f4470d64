import { expect, test } from 'vitest'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import type { Home } from '../home.ts'
import { OutageTeller } from './outage-teller.ts'

const camera = (status: number) => {
  const devices = [
    { id: 'c', device_name: 'Camera', status, service_list: [{ name: 'CameraService' }] },
    { id: 'l', device_name: 'Lamp', status, service_list: [{ name: 'LightService' }] },
  ]
  return {
    serialNumber: 'G1',
    device: (id: string) => devices.find((one) => one.id === id),
  } as unknown as Home
}
const changed = (device_id: string) => ({ event: 'device_status_changed', data: { device_id } })

function teller() {
  const clock = new TestClock()
  const told: string[] = []
  const outages = new OutageTeller({
    store: {
      outageNews: {
        of: async (_sn: string, subject: string) => (subject === 'media' ? ['noah'] : ['mia', 'noah']),
      },
      gateways: { find: async () => ({ name: 'Lindenweg' }) },
      accounts: { find: async () => undefined },
    } as never,
    rules: { afterS: 60, media: ['CameraService'], status: [5] },
    notifier: { notify: async ({ userId, title }) => void told.push(`${userId}: ${title}`) as never },
    mails: { news: (kind, _language, { name = '' }) => ({ title: `${name} ${kind}`, text: '' }) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    clock,
  })
  return { clock, told, outages }
}

// 1.6-086
test('3.6-024 whoever wants to know is told that a gateway is away, and that it is back; what is back at once was never away', async () => {
  const { clock, told, outages } = teller()
  outages.gateway('G1', true)
  outages.gateway('G1', false)
  await clock.pass(59_000)
  outages.gateway('G1', true)
  await clock.pass(60_000)
  expect(told).toEqual([])
  outages.gateway('G1', false)
  outages.gateway('G1', false)
  await clock.pass(60_000)
  expect(told.splice(0)).toEqual(['mia: Lindenweg away', 'noah: Lindenweg away'])
  outages.gateway('G1', true)
  await clock.pass(0)
  expect(told.splice(0)).toEqual(['mia: Lindenweg back', 'noah: Lindenweg back'])
  outages.gateway('G1', false)
  outages.close()
  await clock.pass(60_000)
  expect(told).toEqual([])
})

test('of devices only those are told that show pictures or play sound, each by its name', async () => {
  const { clock, told, outages } = teller()
  outages.event(camera(5), changed('l'))
  outages.event(camera(5), changed('c'))
  outages.event(camera(5), { event: 'rule_changed', data: {} })
  await clock.pass(60_000)
  expect(told.splice(0)).toEqual(['noah: Camera away'])
  outages.event(camera(2), changed('c'))
  await clock.pass(0)
  expect(told).toEqual(['noah: Camera back'])
})
