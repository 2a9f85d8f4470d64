import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import * as actions from './actions.ts'
import * as blocks from './blocks.tsx'

const screen = screens.get('gtw_settings') as SectionsScreen
const head = (id: string, status: DeviceHead['status']): DeviceHead => ({
  ...{ id, name: id, model: 'SWI100', type: 'Outlet', icon: 'plug', status, networkType: 'zigbee' },
  layout: {} as never,
})
const gateway: Gateway = {
  ...{ _id: 'g1', serialNumber: 'DOC4-0001', name: 'Lindenweg', model: 'DOC400', userId: 'u1' },
  ...{ connectionStatus: 'online', operationMode: 0, subscriptionLockMode: 0 },
}

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['summary'])
})
afterEach(cleanup)

const show = (flags: readonly string[]) => {
  const { home } = homeOf([head('a', 2), head('b', 5), head('c', 5)])
  const floors = [{ id: 'f1', name: 'Below' }] as never
  const rooms = [{ id: 'r1', name: 'Hall', floor: 'Below', floorId: 'f1', devices: ['a'] }]
  return renderScreen({
    Screen,
    screen,
    definitions,
    actions,
    engine: { blocks },
    situation: { gateway, flags: new Set(flags) },
    ports: { source: noSource, home: { ...home, floors: () => floors, rooms: () => rooms } },
  })
}
const facts = () =>
  Object.fromEntries(
    [
      ...(page.getByRole('heading', { name: 'Summary' }).closest('section')?.querySelectorAll('dl > div') ??
        []),
    ].map((fact) => [fact.querySelector('dt')?.textContent, fact.querySelector('dd')?.textContent]),
  )

// 1.6-056 1.6-092
test('the page of a gateway begins with what the home consists of where GATEWAY_SUMMARY is on', async () => {
  await show(['GATEWAY_SUMMARY'])
  await page.findByRole('heading', { name: 'Summary' })
  expect(facts()).toEqual({ Devices: '3', Unreachable: '2', Rooms: '1', Floors: '1' })
})

test('as it ships, it does not', async () => {
  await show([])
  await page.findByRole('heading', { name: 'About this gateway' })
  expect(page.queryByRole('heading', { name: 'Summary' })).toBeNull()
})
