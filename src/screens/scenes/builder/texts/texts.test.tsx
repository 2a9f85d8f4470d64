import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder, press } from '../../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  evening,
  finish,
  heading,
  stored,
} from '../../../../../tests/support/scene-builder-steps.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const field = (name: string) => page.getByLabelText<HTMLInputElement>(name)
const measured = {
  id: 'v1',
  kind: 'device',
  device_id: 'sensor',
  device_name: 'Thermometer',
  service_name: 'TemperatureService',
  property_name: 'temperature',
} as const

// decision 0162
describe('a message with values', () => {
  test('is written around what devices and statuses say, and read as it would be sent now', async () => {
    const { orders } = await openBuilder({
      values: {
        'sensor/TemperatureService/temperature': { value: 21.5, delivery: { state: 'idle' } } as never,
      },
    })
    await addDeviceTrigger()
    await press('Add an action')
    await press(/Do something/)
    await press('Message')
    await press(/Push message/)
    await fill('Title', 'Warm: !')
    field('Title').setSelectionRange(6, 6)
    await press('Insert a value into the title')
    await heading('Which value?')
    await press('Thermometer')
    expect(field('Title').value).toBe('Warm: {Thermometer · Temperature}!')
    expect(document.activeElement).toBe(field('Title'))
    expect(field('Title').selectionStart).toBe(field('Title').value.length - 1)
    await press('Insert a value into the text')
    await act(async () => void fireEvent.click(page.getByRole('radio', { name: 'Status' })))
    await press('Away from home')
    expect(page.getByRole('figure').textContent).toMatch(/Warm: .+!off$/)
    await press('Add')
    expect(page.getAllByText('Send a push message: “Warm: [Temperature of Thermometer]!”')).toBeTruthy()
    await press('Done')
    await finish('Warm')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).scenes?.[0]?.notifications).toMatchObject([
      {
        type: 1,
        short_desc: 'Warm: {{v1}}!',
        desc: '{{v2}}',
        values: [measured, { id: 'v2', kind: 'status', resource_id: 'away', name: 'Away from home' }],
      },
    ])
  })

  test('says that a device is gone whose value it tells', async () => {
    const value = { ...measured, device_id: 'gone', device_name: 'Old sensor' }
    const notification = {
      notification_id: 'n',
      type: 1,
      short_desc: 'Warm: {{v1}}',
      values: [value],
    } as const
    await openBuilder({
      rules: [
        {
          ...evening,
          scenes: [{ id: 's1', name: 'Tell', notifications: [{ ...notification, values: [value] }] }],
        },
      ],
      scene: 'evening',
    })
    expect(page.getByText('Warm: [Temperature of Old sensor]').closest('[data-broken]')).toBeTruthy()
  })

  const oldStatus = { resource_id: 'gone', name: 'Old status' }
  const told = {
    'by its text': { values: [{ id: 'v1', kind: 'status', ...oldStatus }] },
    'by those who are told': {
      recipients: [{ kind: 'owner', while: { ...oldStatus, state: true } }],
    },
  } as const
  const ways = {
    message: (more: object) => ({
      notifications: [{ notification_id: 'n', type: 1, short_desc: '{{v1}}', ...more }],
    }),
    question: (more: object) => ({
      ...{ name: 'D#E#L#A#Y', delay: 60_000 },
      question: { short_desc: '{{v1}}', answers: [{ id: 'a', label: 'Yes' }], ...more },
    }),
  }
  test.each(
    Object.entries(ways).flatMap(([way, of]) =>
      Object.entries(told).map(([how, more]) => ({ way, how, set: of(more) })),
    ),
  )('says that a status is gone that is named $how: $way', async ({ set }) => {
    const opened = async (more: object) => {
      const scenes = [{ id: 's1', name: 'Tell', ...more } as ActionSet]
      await openBuilder({ rules: [{ ...evening, scenes }], scene: 'evening' })
      return () => document.querySelectorAll('[data-broken]').length
    }
    const gone = await opened(set)
    await waitFor(() => expect(gone()).toBe(1))
    cleanup()
    sessionStorage.clear()
    const there = await opened(JSON.parse(JSON.stringify(set).replaceAll('"gone"', '"away"')))
    await new Promise((resolve) => setTimeout(resolve))
    expect(there()).toBe(0)
  })
})
