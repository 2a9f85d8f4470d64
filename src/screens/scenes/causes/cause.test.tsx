import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, lampOf, openScreen, ready } from '../testing.tsx'
import CauseOf from './CauseOf.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen = screens.get('scene') as CustomScreen

async function open(answer: unknown) {
  const gateway = gatewayOf({ get_property_causes: answer })
  await openScreen<CustomScreen>({
    Screen: CauseOf,
    screen,
    gateway,
    heads: [lampOf('d1', 'Lamp')],
    params: { device: 'd1', service: 'SwitchService', property: 'on', label: 'Power' },
  })
  await userEvent.click(page.getByRole('button', { name: 'What changed Power' }))
  return gateway
}

describe('why a value is as it is', () => {
  test('each change names the person, the scene with its trigger, or the device itself', async () => {
    const gateway = await open({
      changes: [
        { at: 4, value: true, cause: { kind: 'person', user_id: 'u1' } },
        { at: 3, value: false, cause: { kind: 'person', user_id: 'u2' } },
        {
          at: 2,
          value: true,
          cause: {
            kind: 'rule',
            rule_id: 'r1',
            rule_name: 'Gute Nacht',
            trigger: { type: 'STATUS_TRIGGER', status_name: 'away', wanted: true },
          },
        },
        { at: 1, value: false, cause: { kind: 'device' } },
      ],
    })
    const dialog = await page.findByRole('dialog', { name: 'Power: last changes' })
    const said = (await within(dialog).findAllByRole('listitem')).map((item) => item.textContent ?? '')
    expect(said[0]).toContain('by you')
    expect(said[1]).toContain('by somebody else')
    expect(said[2]).toContain('by the scene “Gute Nacht”')
    expect(said[2]).toContain('Away')
    expect(said[3]).toContain('at the device itself')
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/scenes/scene/r1')
    expect(gateway.of('get_property_causes')).toEqual([
      { device_id: 'd1', service_name: 'SwitchService', property_name: 'on' },
    ])
  })

  test('nothing changed', async () => {
    await open({ changes: [] })
    expect(await page.findByText('Nothing has changed in the last 30 days.')).toBeTruthy()
  })

  test.each([
    ['no answer', 'TIMEOUT', 'The gateway did not answer in time.'],
    ['a refusal, which is no silence', '403', 'You may not do this.'],
  ])('%s is said', async (_what, code, words) => {
    await open(() => {
      throw Object.assign(new Error('You may not do this'), { code })
    })
    expect((await page.findByRole('alert')).textContent).toContain(words)
  })
})
