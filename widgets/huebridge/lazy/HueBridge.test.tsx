import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { device, layoutOf } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { linkedOf, options, read } from './value.ts'

const [connected, fresh] = examples
if (!connected || !fresh) throw new Error('The examples are there')
const spec = options(connected.placed)
const LINK = 'HueBridgeService/link'
const LINKED = 'HueBridgeService/linked'
const STATE = 'LightService/state'
const draw = (values: Readonly<Record<string, RawValue>>, at?: string, status = 2) =>
  homeWith(device('hue', 'Hue', layoutOf({ control: connected.placed }), values, { status: status as 2 }), {
    at,
  })
const page = (values: Readonly<Record<string, RawValue>> = connected.values, status?: number) =>
  draw(values, '/devices/device/hue', status)

beforeAll(prepareTexts)

describe('2.3-161 Hue bridge', () => {
  test('nothing throws, whatever comes', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        const all = new Map([[LINKED, raw ?? null]])
        expect([undefined, true, false]).toContain(linkedOf(all, spec))
        expect(read(all, spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })

  test('one that is not connected stands out wherever it is read', () => {
    expect(read(new Map([[LINKED, false]]), spec, plainWords).level).toBe('warn')
    expect(read(new Map([[LINKED, true]]), spec, plainWords).level).toBeUndefined()
  })

  test('a connected one says so, with its number of lights and its address', () => {
    page().shows('The bridge is connected.').shows('14').shows('192.168.1.60')
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
  })

  test('all its lights are on one switch', () => {
    const home = page().press('All lights', 'switch').sentOnly(STATE, false)
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    home.answers(STATE, 'failed', 'The bridge does not answer.').shows(/The bridge does not answer/)
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })

  test('their brightness goes out in the steps of the wire', () => {
    page().key('End', 'slider').wait(700).sentOnly('LightService/brightness', 254)
  })

  test('is connected by asking it and pressing its button in time', () => {
    const home = page(fresh.values).press('Connect').sentOnly(LINK, 'link')
    home
      .shows(/press the round button on the bridge: 30 s left/)
      .wait(3000)
      .shows(/27 s left/)
    home.reports(LINKED, true).shows('The bridge is connected.')
  })

  test('can be asked again when its time is over', () => {
    const home = page(fresh.values).press('Connect')
    expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', true)
    for (let second = 0; second < 30; second += 1) home.wait(1000)
    home.shows(/not connected yet/)
    expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', false)
  })

  test('one that refuses ends the wait, with its reason', () => {
    const home = page(fresh.values).press('Connect').answers(LINK, 'failed', 'The bridge does not answer.')
    home.hides(/s left/).shows(/The bridge does not answer/)
  })

  test('offline it says why it can not be connected', () => {
    page(fresh.values, 5)
    const key = screen.getByRole('button', { name: 'Connect' })
    expect(key).toHaveProperty('disabled', true)
    expect(key.title).toMatch(/offline/)
  })

  test('a tile offers what is next: connecting, or how bright its lights are', () => {
    const home = draw(fresh.values)
    home.tile('Hue').getByRole('button', { name: 'Connect' })
    home.reports(LINKED, true)
    home.tile('Hue').getByRole('slider', { name: 'Brightness' })
  })

  test.each([
    [true, 'true'],
    [false, 'false'],
  ])('its bar is as bright as its lights are: on is %s', (on, lit) => {
    const layout = layoutOf({
      control: connected.placed,
      lit: { service: 'LightService', property: 'state' },
    })
    homeWith(device('hue', 'Hue', layout, { ...connected.values, [STATE]: on }))
    const slider = screen.getByRole('slider', { name: 'Brightness' })
    expect(slider.closest('[data-lit]')?.getAttribute('data-lit')).toBe(lit)
  })

  test('what nobody knows is said to be unknown', () => {
    page({}).shows(/has not said yet/)
  })
})
