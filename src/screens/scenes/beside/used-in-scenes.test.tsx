import { screen as page, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Rule } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, lampOf, nothing, openScreen, ready, ruleOf } from '../testing.tsx'
import UsedInScenes from './UsedInScenes.tsx'

const screen = screens.get('room') as CustomScreen

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const inRoom = (id: string, room: string): DeviceHead => ({
  ...lampOf(id, id),
  room: { id: room, name: room },
})
const sets = (id: string, device: string): Rule =>
  ruleOf({
    id,
    name: id,
    scenes: [
      {
        id: `${id}-set`,
        name: 'On',
        devices: [
          { id: device, settings: [{ service_name: 'SwitchService', property_name: 'on', value: true }] },
        ],
      },
    ],
  })
const waits = (id: string, device: string): Rule =>
  ruleOf({
    id,
    name: id,
    event_triggers: [
      {
        id: 't',
        event_source: device,
        service_name: 'SwitchService',
        property_name: 'on',
        value: true,
        compare_type: 'EQ',
      },
    ],
  })

async function open(params: Readonly<Record<string, string>>, rules: readonly Rule[]) {
  await openScreen({
    Screen: () => <UsedInScenes params={params} />,
    screen,
    zone: 'UTC',
    gateway: gatewayOf({
      ...nothing,
      get_rules: { rules },
      get_recorded_changes: { changes: [], since: 0, zone: 'UTC' },
    }),
    heads: [inRoom('lamp', 'kitchen'), inRoom('fan', 'kitchen'), inRoom('desk', 'study')],
  })
}
const links = async () =>
  within(await page.findByRole('list'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('a room tells the scenes that set or wait for one of its devices, each once', async () => {
  const both: Rule = { ...sets('Both', 'lamp'), event_triggers: waits('', 'fan').event_triggers ?? [] }
  await open({ room: 'kitchen' }, [
    sets('Cooking', 'lamp'),
    waits('Steam', 'fan'),
    sets('Work', 'desk'),
    both,
  ])
  expect(await page.findByText('Scenes of this room')).toBeDefined()
  expect(await links()).toEqual(['Cooking', 'Steam', 'Both'])
})

test('a device tells its own alone', async () => {
  await open({ device: 'lamp' }, [sets('Cooking', 'lamp'), waits('Steam', 'fan')])
  expect(await page.findByText('Used in scenes')).toBeDefined()
  expect(await links()).toEqual(['Cooking'])
})

test('above them stands what the clock will do with the device next', async () => {
  const night: Rule = {
    ...sets('Night', 'lamp'),
    time_triggers: [
      {
        ...{ id: 'at', hour: 22, minute: 45, second: 0, active: true },
        repeating: [true, true, true, true, true, true, true],
      },
    ],
  }
  await open({ device: 'lamp' }, [sets('Cooking', 'lamp'), night])
  expect(await page.findByText(/22:45: scene “Night”, /)).toBeDefined()
})
