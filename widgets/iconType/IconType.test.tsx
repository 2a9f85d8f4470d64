import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { contact, device, plug, smoke } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'

const STATE = 'SwitchService/state'
const socket = () => homeWith(device('plug', 'Plug', plug, { [STATE]: 'OFF' }))
const checked = () => screen.getByRole('switch').getAttribute('aria-checked')

beforeAll(prepareTexts)

describe('icon and switch', () => {
  // 2.1-009
  test('a switch follows the device and sends its wire words', () => {
    const home = socket()
    expect(checked()).toBe('false')
    home.press(/./, 'switch').sentOnly(STATE, 'ON')
    expect(checked()).toBe('true')
    expect(screen.getByRole('switch').getAttribute('aria-busy')).toBe('true')
    home.reports(STATE, 'ON').answers(STATE, 'confirmed')
    expect(screen.getByRole('switch').getAttribute('aria-busy')).toBeNull()
  })

  test('goes back when the order fails', () => {
    socket().press(/./, 'switch').answers(STATE, 'failed', 'No answer.')
    expect(checked()).toBe('false')
  })

  test('carries the name of its property', () => {
    socket()
    expect(screen.getByRole('switch').getAttribute('aria-label')).not.toBe('')
  })

  // 2.3-147
  test('a contact is closed for true and open for false', () => {
    const home = homeWith(device('door', 'Door', contact, { 'ContactService/contact': true }))
    home.shows('closed').reports('ContactService/contact', false).shows('open')
  })

  test('a detector that has found something stands out and wants attention', () => {
    const home = homeWith(device('smoke', 'Smoke', smoke, { 'SmokeService/smoke': false }))
    expect(screen.queryByRole('button', { name: /Attention/ })).toBeNull()
    home.reports('SmokeService/smoke', true).wait(0)
    return Promise.resolve().then(() => {
      home.wait(0)
      expect(screen.getByRole('button', { name: /Attention/ })).toBeDefined()
    })
  })
})
