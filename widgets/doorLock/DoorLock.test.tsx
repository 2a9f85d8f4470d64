import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { widgets } from '../../tests/support/whole-widgets.ts'
import { examples } from './examples.ts'

const STATE = 'DoorLockService/state'
const drawn = (name: string, at?: string) => {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`No example ${name}`)
  const layout = layoutOf({ control: example.placed })
  return homeWith(device('d', 'Front door', layout, example.values), { widgets, ...(at && { at }) })
}
const page = '/devices/device/d'
const unlocking = () => screen.getByRole('button', { name: /^Unlock/ })

beforeAll(prepareTexts)

// 2.3-156
describe('there is a widget for door locks', () => {
  test('unlocking is held for a second', () => {
    const home = drawn('locked')
    fireEvent.pointerDown(unlocking(), { button: 0 })
    home.wait(999).sentNothing()
    home.wait(1).sentOnly(STATE, 'LOCK_STATE_UNLOCKED')
  })

  test('a tap does not open a door', () => {
    const home = drawn('locked')
    fireEvent.pointerDown(unlocking(), { button: 0 })
    home.wait(300)
    fireEvent.pointerUp(unlocking())
    fireEvent.click(unlocking(), { detail: 1 })
    home.wait(5000).sentNothing()
  })

  test('a key is held as a finger is, and Escape lets go', () => {
    const home = drawn('locked')
    fireEvent.keyDown(unlocking(), { key: 'Enter' })
    home.wait(500)
    fireEvent.keyDown(unlocking(), { key: 'Escape' })
    home.wait(5000).sentNothing()
    fireEvent.keyDown(unlocking(), { key: ' ' })
    home.wait(1000).sentOnly(STATE, 'LOCK_STATE_UNLOCKED')
  })

  test('an assistive tool, which cannot hold, opens with its click', () => {
    const home = drawn('locked')
    fireEvent.click(unlocking(), { detail: 0 })
    home.sentOnly(STATE, 'LOCK_STATE_UNLOCKED')
  })

  test('locking needs one tap, and says that it is on its way until the device reports', () => {
    const home = drawn('unlocked', page)
    home.press(/^Lock/).sentOnly(STATE, 'LOCK_STATE_LOCKED')
    home.shows('Locking …')
    expect(screen.queryByText('Locked')).toBeNull()
    home.reports(STATE, 'LOCK_STATE_LOCKED').answers(STATE, 'confirmed').shows('Locked')
  })

  test('goes back when the order fails', () => {
    const home = drawn('unlocked')
    home.press(/^Lock/).answers(STATE, 'failed', 'No answer.')
    screen.getByRole('button', { name: /^Lock/ })
  })

  test('a jammed bolt is told at once', () => {
    drawn('jammed')
    expect(screen.getByText('Door: jammed')).toBeDefined()
  })

  test('while nobody knows, both ways are open', () => {
    drawn('nothing known')
    unlocking()
    screen.getByRole('button', { name: /^Lock/ })
  })

  test('a device that is gone while the key is held gets no order', () => {
    const home = drawn('locked')
    fireEvent.pointerDown(unlocking(), { button: 0 })
    act(() => {})
    home.becomes({ status: 5 }).wait(5000).sentNothing()
  })
})
