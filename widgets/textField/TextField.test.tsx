import { fireEvent, screen } from '@testing-library/react'
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
  const label = placed.value.label ?? 'Pin'
  return {
    home,
    path: `${placed.service}/${placed.property}`,
    field: screen.getByLabelText(label, { selector: 'input, textarea' }) as HTMLInputElement,
  }
}
const typed = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

beforeAll(prepareTexts)

describe('a text to set', () => {
  test('goes out with Enter, not while somebody still types', () => {
    const { home, path, field } = drawn('schedule of a day')
    typed(field, '06:00/21.0')
    home.wait(5000).sentNothing()
    fireEvent.keyDown(field, { key: 'Enter' })
    home.sentOnly(path, '06:00/21.0')
    expect(field.value).toBe('06:00/21.0')
    expect(field.getAttribute('aria-busy')).toBe('true')
  })

  test('a failure shows what is true again, with the reason', () => {
    const { home, path, field } = drawn('schedule of a day')
    const before = field.value
    typed(field, 'x')
    home.press('Send').answers(path, 'failed', 'The device does not answer.')
    expect(field.value).toBe(before)
    home.shows(/does not answer/)
  })

  test('Escape takes back what was typed', () => {
    const { home, field } = drawn('schedule of a day')
    const before = field.value
    typed(field, 'x')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(field.value).toBe(before)
    expect((home.has('button', 'Send') as HTMLButtonElement).disabled).toBe(true)
  })

  test('what the device reports meanwhile does not take the words out of a mouth', () => {
    const { home, path, field } = drawn('schedule of a day')
    typed(field, '07:00/19')
    home.reports(path, '05:00/18')
    expect(field.value).toBe('07:00/19')
  })

  test('what never says what it holds is empty again once it has been sent', () => {
    const { home, path, field } = drawn('effect colour')
    typed(field, '#ff0000')
    home.press('Send').sentOnly(path, '#ff0000')
    home.answers(path, 'accepted').answers(path, 'confirmed')
    expect(field.value).toBe('')
  })

  test('a secret is hidden until somebody looks, and a wrong length is said at the field', () => {
    const { home, path, field } = drawn('pin')
    expect(field.type).toBe('password')
    home.press('Show what it says')
    expect(field.type).toBe('text')
    typed(field, '12')
    home.shows(/at least 4 characters/)
    fireEvent.keyDown(field, { key: 'Enter' })
    home.sentNothing()
    typed(field, '1234')
    fireEvent.keyDown(field, { key: 'Enter' })
    home.sentOnly(path, '1234')
    expect(field.type).toBe('password')
  })

  test('in a long text Enter begins a line', () => {
    const { home, field, path } = drawnLong()
    typed(field, 'a\nb')
    fireEvent.keyDown(field, { key: 'Enter' })
    home.sentNothing()
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    home.sentOnly(path, 'a\nb')
  })

  // U-02
  test('two kilobytes are in the field as they are, and as text', () => {
    const { placed, values } = examples.at(-1) ?? never()
    homeWith(device('d', 'Device', layoutOf({ more: [placed] }), values), {
      at: '/devices/device/d',
    })
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toHaveLength(2048)
  })

  // U-03
  test('says why it cannot be set', () => {
    const { home, field } = drawn('schedule of a day', { status: 5 })
    expect(field.disabled).toBe(true)
    expect(field.closest('[title]')?.getAttribute('title')).toMatch(/offline/)
    home.sentNothing()
  })
})

function drawnLong() {
  const { placed, values } = examples.find(({ name }) => name === 'long text') ?? never()
  const home = homeWith(device('d', 'Device', layoutOf({ more: [placed] }), values), {
    at: '/devices/device/d',
  })
  return { home, path: 'ScreenService/message', field: screen.getByRole('textbox') as HTMLTextAreaElement }
}

function never(): never {
  throw new Error('It is there')
}
