import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { examples } from './examples.ts'

const drawn = (name: string) => {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`No example ${name}`)
  const { placed, values } = example
  return {
    home: homeWith(device('d', 'Device', layoutOf({ control: placed }), values)),
    path: pathOf(placed),
  }
}
const pathOf = ({ service, property }: Placed) => `${service}/${property}`

beforeAll(prepareTexts)

describe('one of several', () => {
  test('a few are radio buttons, the current one checked', () => {
    const { home, path } = drawn('thermostat mode')
    expect(screen.getByRole('radio', { name: 'Heat' }).getAttribute('aria-checked')).toBe('true')
    home.press('Cool', 'radio').sentOnly(path, 'cool')
    expect(screen.getByRole('radio', { name: 'Cool' }).getAttribute('aria-checked')).toBe('true')
    home.answers(path, 'failed', 'No answer.')
    expect(screen.getByRole('radio', { name: 'Heat' }).getAttribute('aria-checked')).toBe('true')
  })

  test('arrow keys choose among them', () => {
    const { home, path } = drawn('thermostat mode')
    home.key('ArrowRight', 'radiogroup').sentOnly(path, 'cool')
  })

  test('more are a list', () => {
    const { home, path } = drawn('power-on behaviour')
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'toggle' } })
    home.sentOnly(path, 'toggle')
  })

  test('five thousand are found by typing, and few are drawn', () => {
    const { home, path } = drawn('five thousand options')
    const field = screen.getByRole('combobox')
    fireEvent.focus(field)
    expect(screen.getAllByRole('option').length).toBeLessThanOrEqual(50)
    fireEvent.change(field, { target: { value: 'scene 499' } })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter' })
    home.sentOnly(path, 4990)
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('a search is closed with Escape and sends nothing', () => {
    const { home } = drawn('five thousand options')
    const field = screen.getByRole('combobox')
    fireEvent.focus(field)
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryByRole('listbox')).toBeNull()
    home.sentNothing()
  })

  test('a single order that reports nothing is a button, and can be pressed again', () => {
    const { home, path } = drawn('identify')
    const button = screen.getByRole('button', { name: /identify/i })
    fireEvent.click(button)
    home.sentOnly(path, 'identify')
  })
})
