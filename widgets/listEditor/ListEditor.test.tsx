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
  return { home, path: `${placed.service}/${placed.property}` }
}
const texts = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled

beforeAll(prepareTexts)

describe('a list', () => {
  test('is edited, and sent as a whole', () => {
    const { home, path } = drawn('colours of a strip')
    fireEvent.change(screen.getByLabelText('Entry 2'), { target: { value: '#112233' } })
    home.sentNothing().press('Send').sentOnly(path, ['#ff8800', '#112233', '#00cc66'])
  })

  test('entries move up and down, as far as there are others', () => {
    const { home, path } = drawn('colours of a strip')
    expect(isDisabled('Move entry 1 up')).toBe(true)
    expect(isDisabled('Move entry 3 down')).toBe(true)
    home.press('Move entry 3 up')
    expect(texts()).toEqual(['#ff8800', '#00cc66', '#0088ff'])
    home.press('Move entry 1 down').press('Send').sentOnly(path, ['#00cc66', '#ff8800', '#0088ff'])
  })

  test('entries are removed and added', () => {
    const { home, path } = drawn('colours of a strip')
    home.press('Remove entry 1').press('Add an entry')
    expect(texts()).toEqual(['#0088ff', '#00cc66', ''])
    home.press('Send').sentNothing()
    expect(screen.getByLabelText('Entry 3').getAttribute('aria-invalid')).toBe('true')
    home.shows(/Entry 3.*(missing|needs)/)
    fireEvent.change(screen.getByLabelText('Entry 3'), { target: { value: '#abcdef' } })
    home.press('Send').sentOnly(path, ['#0088ff', '#00cc66', '#abcdef'])
  })

  test('keeps its limits: none is added above the most, none sent below the least', () => {
    const { home } = drawn('colours of a strip')
    home.shows(/3 of at most 9 entries/)
    for (let more = 0; more < 6; more += 1) home.press('Add an entry')
    expect(isDisabled('Add an entry')).toBe(true)
    for (let left = 9; left > 0; left -= 1) home.press('Remove entry 1')
    home
      .press('Send')
      .sentNothing()
      .shows(/at least 1/)
  })

  test('of composites is edited field by field', () => {
    const { home, path } = drawn('schedule')
    fireEvent.change(screen.getAllByLabelText('Temperature')[1] ?? document.body, {
      target: { value: '16.5' },
    })
    home
      .press('Move entry 2 up')
      .press('Send')
      .sentOnly(path, [
        { time: '22:00', temperature: 16.5 },
        { time: '06:30', temperature: 21 },
      ])
  })

  test('without entries says so', () => {
    const { home, path } = drawn('empty')
    home.shows('There are no entries yet.').press('Add an entry')
    fireEvent.change(screen.getByLabelText('Entry 1'), { target: { value: '7' } })
    home.press('Send').sentOnly(path, [7])
  })

  // U-03
  test('says why it cannot be set', () => {
    const { home } = drawn('colours of a strip', { status: 7, statusReason: 703 })
    expect(['Add an entry', 'Remove entry 1', 'Move entry 2 up', 'Send'].every(isDisabled)).toBe(true)
    expect(screen.getByLabelText('Entry 1').closest('[title]')?.getAttribute('title')).toBeTruthy()
    home.sentNothing()
  })
})
