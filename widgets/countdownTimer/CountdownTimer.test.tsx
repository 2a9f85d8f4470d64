import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { widgets } from '../../tests/support/whole-widgets.ts'
import { examples } from './examples.ts'

const TIMER = 'TimerService/countdown'
const drawn = (name: string, at = '/devices/device/d') => {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`No example ${name}`)
  return homeWith(device('d', 'Pump', layoutOf({ control: example.placed }), example.values), { widgets, at })
}
const left = () => screen.getByRole('timer').textContent

beforeAll(prepareTexts)

// 2.3-157
describe('there is a widget for countdown timers', () => {
  test('counts on between two reports, and follows the next one', () => {
    const home = drawn('running')
    expect(left()).toBe('12:34')
    home.wait(4000)
    expect(left()).toBe('12:30')
    home.reports(TIMER, 60)
    expect(left()).toBe('1:00')
    home.wait(120_000)
    expect(left()).toBe('Off')
  })

  test('is stopped with one press', () => {
    drawn('running').press(/stop$/).sentOnly(TIMER, 0)
  })

  test('is started with one of the times that the device names, in its own unit', () => {
    drawn('not running')
      .press(/30\u00a0min$/)
      .sentOnly(TIMER, 30)
  })

  test('takes a time of one’s own, and says what it cannot take', () => {
    const home = drawn('not running')
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: '90:00:00' } })
    home.shows(/^Write minutes/)
    expect(screen.getByRole('button', { name: 'Start' })).toHaveProperty('disabled', true)
    fireEvent.change(field, { target: { value: '45' } })
    home.press('Start').sentOnly(TIMER, 45)
  })

  test('in a tile there are three times at most', () => {
    drawn('not running', '/')
    expect(screen.getAllByRole('button', { name: /: start for/ })).toHaveLength(3)
  })

  test('an order that is not answered is not counting yet; a refused one goes back', () => {
    const home = drawn('not running').press(/for 5\u00a0min$/)
    home.wait(3000)
    expect(left()).toBe('5:00')
    home.answers(TIMER, 'failed', 'No answer.')
    expect(left()).toBe('Off')
  })
})
