import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { widgets } from '../../tests/support/whole-widgets.ts'
import { examples } from './examples.ts'

const TRIGGER = 'TimerService/time_trigger'
const [example] = examples
if (!example) throw new Error('There is an example')
const told = Object.values(example.values)[0] as Record<string, unknown>
const drawn = (at = '/devices/device/d', values = example.values) =>
  homeWith(device('d', 'Pump', layoutOf({ control: example.placed }), values), { widgets, at })

beforeAll(prepareTexts)

// 2.3-158
describe('there is a widget for time triggers', () => {
  test('several changes go out as one order', () => {
    const home = drawn()
    home.press('Saturday').press('Sunday').press('Monday')
    home.wait(700).sentOnly(TRIGGER, { ...told, saturday: true, sunday: true, monday: false } as never)
  })

  test('a time is taken as it is typed', () => {
    const home = drawn()
    const field = screen.getByRole('textbox', { name: /: time$/ })
    fireEvent.change(field, { target: { value: '7:65' } })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.keyDown(field, { key: 'Escape' })
    home.wait(700).sentNothing()
    fireEvent.change(field, { target: { value: '7:05:30' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    home.wait(700).sentOnly(TRIGGER, { ...told, hour: 7, minute: 5, second: 30 } as never)
  })

  test('is switched off without losing its time', () => {
    drawn()
      .press(/./, 'switch')
      .wait(700)
      .sentOnly(TRIGGER, { ...told, active: false } as never)
  })

  test('says its days beside the time in a tile', () => {
    drawn('/').shows('Mon–Fri')
  })

  test('one that nobody knows yet is set from midnight on', () => {
    const home = drawn('/devices/device/d', {})
    expect(screen.getByLabelText(/: time$/)).toHaveProperty('value', '')
    home.press('Tuesday').wait(700)
    expect(home.fake.sent[0]?.value).toMatchObject({ hour: 0, minute: 0, tuesday: true, active: false })
  })

  test('goes back when the order fails', () => {
    const home = drawn().press('Saturday').wait(700)
    expect(screen.getByRole('button', { name: 'Saturday' }).getAttribute('aria-pressed')).toBe('true')
    home.answers(TRIGGER, 'failed', 'No answer.')
    expect(screen.getByRole('button', { name: 'Saturday' }).getAttribute('aria-pressed')).toBe('false')
  })
})
