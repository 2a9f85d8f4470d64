import { screen as page, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import { gatewayOf, lampOf, nothing, openScreen, ready } from '../testing.tsx'
import WhatChanged from './WhatChanged.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const HOUR = 3_600_000

async function open(causes: readonly Cause[]) {
  const params = { device: 'lamp', service: 'SwitchService', property: 'on', label: 'Light' }
  await openScreen({
    Screen: () => <WhatChanged params={params} />,
    screen: screens.get('room') as CustomScreen,
    gateway: gatewayOf({
      ...nothing,
      get_recorded_changes: { changes: [], since: 0, zone: 'UTC' },
      get_property_causes: {
        changes: causes.map((cause, place) => ({
          at: Date.now() - place * HOUR,
          value: place % 2 === 0,
          cause,
        })),
      },
    }),
    heads: [lampOf('lamp', 'Lamp')],
  })
}

test('the last five changes of the main value are told, each with what caused it', async () => {
  const scene: Cause = { kind: 'rule', rule_id: 'r1', rule_name: 'Night' }
  await open([scene, { kind: 'device' }, { kind: 'person', user_id: 'u1' }, scene, scene, scene])
  const rows = within(await page.findByRole('region', { name: 'What changed it' })).getAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect(rows.map((row) => row.lastChild?.textContent).slice(0, 3)).toEqual([
    'scene',
    'on the device',
    'by hand',
  ])
  expect(rows[0]?.textContent).toContain('Night')
})

test('of what never changed nothing is told', async () => {
  await open([])
  expect(page.queryByText('What changed it')).toBeNull()
})
