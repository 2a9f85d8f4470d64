import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, shutter } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'

const STATE = 'RollerShutterService/state'
const POSITION = 'RollerShutterService/position'
const TILT = 'RollerShutterService/tilt'
const values = { [STATE]: 'OPEN', [POSITION]: 55, [TILT]: 30 }
const blinds = (at?: string) => homeWith(device('blinds', 'Blinds', shutter, values), { at })
const page = () => blinds('/devices/device/blinds')

beforeAll(prepareTexts)

describe('roller shutter', () => {
  test('in the tile stands how far it is open, with three keys', () => {
    blinds().shows('55')
    for (const name of ['Open', 'Stop', 'Close']) expect(screen.getByRole('button', { name })).toBeDefined()
  })

  test.each([
    ['Open', 'OPEN'],
    ['Stop', 'STOP'],
    ['Close', 'CLOSE'],
  ])('the key %s sends %s', (name, word) => {
    blinds().press(name).sentOnly(STATE, word)
  })

  test('stop is marked while it moves, until it has arrived', () => {
    const home = blinds().press('Close')
    const stop = () => screen.getByRole('button', { name: 'Stop' }).hasAttribute('data-moving')
    expect(stop()).toBe(true)
    home.reports(POSITION, 0).answers(STATE, 'confirmed')
    expect(stop()).toBe(false)
  })

  test('stop stays marked after the order was confirmed, as long as it travels, and no longer', () => {
    const home = blinds().press('Close').answers(STATE, 'confirmed')
    const stop = () => screen.getByRole('button', { name: 'Stop' }).hasAttribute('data-moving')
    for (const at of [47, 39, 31, 23]) {
      home.wait(1500)
      expect(stop()).toBe(true)
      home.reports(POSITION, at)
    }
    home.wait(3900)
    expect(stop()).toBe(true)
    home.wait(200)
    expect(stop()).toBe(false)
  })

  test('stop is marked while the switch at the wall moves it, until it is at its end', () => {
    const home = blinds()
    const stop = () => screen.getByRole('button', { name: 'Stop' }).hasAttribute('data-moving')
    expect(stop()).toBe(false)
    home.reports(POSITION, 20)
    expect(stop()).toBe(true)
    home.reports(POSITION, 0)
    expect(stop()).toBe(false)
  })

  test('on the page it is set by its position, 700 ms after the last key', () => {
    const home = page().key('ArrowDown', 'slider', 'Position').key('ArrowDown', 'slider', 'Position')
    home.wait(699).sentNothing()
    home.wait(1).sentOnly(POSITION, 53)
    home.shows('was 55\u00a0%').shows('going to 53\u00a0%')
  })

  test('the drawn window moves by keys and says where it goes', () => {
    const home = page().key('End', 'slider', /, position$/)
    home.wait(700).sentOnly(POSITION, 100)
    expect(screen.getByRole('slider', { name: /, position$/ }).getAttribute('aria-valuetext')).toBe(
      '55\u00a0% open, going to 100\u00a0%',
    )
  })

  test('slats have a slider of their own', () => {
    page().key('Home', 'slider', 'Slat angle').wait(700).sentOnly(TILT, 0)
  })

  test('an unknown position is a dash, not a number', () => {
    homeWith(device('blinds', 'Blinds', shutter), { at: '/devices/device/blinds' })
    expect(screen.getByRole('slider', { name: /, position$/ }).getAttribute('aria-valuetext')).toBe('– open')
  })
})
