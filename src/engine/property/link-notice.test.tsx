import { screen as page, render } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { awayReason } from '#gateway/lib/gateways/away-reason.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { PortsContext } from '../engine.ts'
import type { DeviceHead } from '../ports.ts'
import { homeOf, noSource } from '../testing/render-screen.tsx'
import { LinkNotice } from './LinkNotice.tsx'

beforeAll(() => loadAreas(['device']))
beforeEach(() => changeLanguage('ch_EN'))

const head = (id: string, statusReason?: number): DeviceHead => ({
  id,
  name: id,
  model: 'LAMP-1',
  type: 'Light',
  icon: 'bulb',
  status: statusReason === undefined ? 2 : 5,
  networkType: 'zigbee',
  layout: undefined,
  ...(statusReason !== undefined && { statusReason }),
})
const { bridge, broker } = awayReason

function draw(heads: readonly DeviceHead[]) {
  const house = homeOf(heads)
  const view = render(
    <PortsContext value={{ widgets: new Map(), ...house, source: noSource }}>
      <LinkNotice />
    </PortsContext>,
  )
  return { ...view, house }
}

test.each([
  ['all is well', [head('a'), head('b')], undefined],
  ['a device is away by itself', [{ ...head('a'), status: 5 as const }], undefined],
  ['the bridge of one is down', [head('a', bridge), head('b')], /^One device cannot be reached: the program/],
  ['the broker of several is down', [head('a', broker), head('b', broker)], /^2 devices .*MQTT broker/],
  [
    'most lack their broker',
    [head('a', bridge), head('b', broker), head('c', broker)],
    /^2 devices .*broker/,
  ],
])('%s: says what is wrong and what to do, or nothing', (_what, heads, sentence) => {
  const { container } = draw(heads)
  if (sentence) expect(page.getByText(sentence).textContent).toMatch(/(it comes|they come) back by/)
  else expect(container.textContent).toBe('')
})

test('what concerns all devices comes before what concerns some: without a connection only that is said', () => {
  const { house, rerender } = draw([head('a', bridge)])
  house.change({}, { state: 'offline' })
  rerender(
    <PortsContext value={{ widgets: new Map(), ...house, source: noSource }}>
      <LinkNotice />
    </PortsContext>,
  )
  expect(page.getByText(/The gateway is offline since/)).toBeDefined()
  expect(page.queryByText(/cannot be reached/)).toBeNull()
})

test('devices 4: whoever opened many pages is told until when it waits, and may connect now', () => {
  const { house, rerender } = draw([head('a')])
  const now = Date.now()
  house.change({}, { state: 'stale', since: now - 30_000, until: now + 39_500 })
  rerender(
    <PortsContext value={{ widgets: new Map(), ...house, source: noSource }}>
      <LinkNotice />
    </PortsContext>,
  )
  expect(page.getByText(/^Many pages were opened in a short time\. .* in 40 secs;/)).toBeDefined()
  expect(page.getByRole('button', { name: 'Connect now' })).toBeDefined()
})
