import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { examples } from './examples.ts'

const drawn = (name: string, head = {}) => {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`No example ${name}`)
  const { placed, values } = example
  const home = homeWith(device('d', 'Device', layoutOf({ more: [placed] }), values, head), {
    at: '/devices/device/d',
  })
  return { home, path: `${placed.service}/${placed.property}` }
}
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const heldBy = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const sendable = () => !(screen.getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled

beforeAll(prepareTexts)

describe('a composite', () => {
  test('is drawn from its description: each field in the control of its kind, with what holds now', () => {
    drawn('level settings')
    expect(heldBy('Brightness when switched on')).toBe('120')
    expect(screen.getByText('1 to 254')).toBeTruthy()
    const choices = within(screen.getByLabelText('Brightness after a power cut')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toContain('Minimum')
    expect(sendable()).toBe(false)
  })

  test('is sent as one object, without fields that nobody filled in', () => {
    const { home, path } = drawn('level settings')
    fill('Brightness when switched on', '90')
    home.wait(5000).sentNothing()
    home.press('Send').sentOnly(path, { on_level: 90, execute_if_off: false })
  })

  test('is judged as the gateway would judge it; the field at fault says why and takes the focus', () => {
    const { home } = drawn('level settings')
    fill('Brightness when switched on', '255')
    home.press('Send').sentNothing()
    home.shows(/Brightness when switched on.*at most 254/)
    expect(document.activeElement).toBe(screen.getByLabelText('Brightness when switched on'))
  })

  test('a failure loses nothing of what was filled in', () => {
    const { home, path } = drawn('level settings')
    fill('Brightness when switched on', '90')
    home
      .press('Send')
      .answers(path, 'failed', 'The device does not answer.')
      .shows(/does not answer/)
    expect(heldBy('Brightness when switched on')).toBe('90')
    expect(sendable()).toBe(true)
    home.press('Discard changes')
    expect(heldBy('Brightness when switched on')).toBe('120')
  })

  test('while somebody fills it in the device may report something else: both stay to be chosen from', () => {
    const { home, path } = drawn('level settings')
    fill('Brightness when switched on', '90')
    home.reports(path, { on_level: 33 }).shows('Meanwhile the device has reported something else.')
    expect(heldBy('Brightness when switched on')).toBe('90')
    home.press('Show that')
    expect(heldBy('Brightness when switched on')).toBe('33')
  })

  test('one that never reports can be sent again', () => {
    const { home } = drawn('siren warning')
    expect(sendable()).toBe(false)
    fireEvent.change(screen.getByLabelText('Kind of alarm'), { target: { value: 'fire' } })
    home.press('Send')
    expect(home.fake.sent.map(({ value }) => value)).toEqual([{ mode: 'fire' }])
  })

  test('has groups and lists within, and hides what is secret', () => {
    const { home, path } = drawn('groups and lists within')
    expect((screen.getByLabelText('PIN code', { selector: 'input' }) as HTMLInputElement).type).toBe(
      'password',
    )
    home.press('Add an entry')
    const second = within(screen.getByRole('group', { name: 'Entry 2' }))
    fireEvent.change(second.getByLabelText('From'), { target: { value: '20:00' } })
    home.press('Send').sentOnly(path, {
      user: 2,
      hours: [{ from: '08:00', to: '18:00' }, { from: '20:00' }],
    })
  })

  // U-03
  test('says why it cannot be set', () => {
    const { home } = drawn('level settings', { status: 5 })
    expect((screen.getByLabelText('Brightness when switched on') as HTMLInputElement).disabled).toBe(true)
    expect(
      screen.getByLabelText('Brightness when switched on').closest('[title]')?.getAttribute('title'),
    ).toMatch(/offline/)
    expect(sendable()).toBe(false)
    home.sentNothing()
  })

  // U-01
  test('what a device reports of another kind leaves an empty form, and no fault', () => {
    const { home, path } = drawn('level settings')
    for (const odd of ['text', 12, null, [1, 2], { on_level: 'high', stranger: { a: 1 } }])
      home.reports(path, odd)
    expect(home.faults).toEqual([])
    expect(screen.getByLabelText('Brightness when switched on')).toBeTruthy()
  })
})
