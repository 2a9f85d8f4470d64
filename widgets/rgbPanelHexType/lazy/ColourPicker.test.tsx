import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { device, layoutOf, placed } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'

const COLOUR = 'LightService/color'
const control = placed('rgbPanelHexType', 'LightService', 'color', {
  kind: 'color',
  access: ['read', 'write'],
})
const lamp = (value: RawValue = '#ff0000', at = '/devices/device/lamp', status = 2) =>
  homeWith(device('lamp', 'Lamp', layoutOf({ control }), { [COLOUR]: value }, { status: status as 2 }), {
    at,
  })
const swatch = (name: string) => screen.getByRole('button', { name })
const panel = () => screen.getByRole('group', { name: 'Colour' })

/** The panel as wide as its columns times ten, as high as its rows times ten. */
function laidOut(): void {
  const box = { left: 0, top: 0, width: 150, height: 60 } as DOMRect
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
  onTestFinished(() => spy.mockRestore())
}
const at = (column: number, row: number) => ({ clientX: column * 10 + 5, clientY: row * 10 + 5, button: 0 })

beforeAll(prepareTexts)

// 2.3-155
describe('colour picker', () => {
  // 2.9-018
  test('has 90 swatches, one of them in the way of the tab key, and marks the current one', () => {
    lamp()
    const all = screen.getAllByRole('button').filter((one) => panel().contains(one))
    expect(all).toHaveLength(90)
    expect(all.filter(({ tabIndex }) => tabIndex === 0)).toEqual([swatch('Red 100\u00a0%')])
    expect(swatch('Red 100\u00a0%').getAttribute('aria-pressed')).toBe('true')
  })

  test('follows the device', () => {
    lamp().shows('Red').reports(COLOUR, '#0000ff').shows('Blue')
    expect(swatch('Blue 100\u00a0%').getAttribute('aria-pressed')).toBe('true')
  })

  test('a swatch is chosen with the keys: arrows go there, Enter takes it', () => {
    const home = lamp()
    swatch('Red 100\u00a0%').focus()
    home.key('ArrowRight', 'button', 'Red 100\u00a0%').key('ArrowUp', 'button', 'Orange 100\u00a0%')
    home.sentNothing()
    expect(document.activeElement).toBe(swatch('Orange 80\u00a0%'))
    home.press('Orange 80\u00a0%').sentOnly(COLOUR, '#ff8533')
  })

  // 2.9-012
  test('while a finger draws over it, the colour goes out once a second, and at last where it was lifted', () => {
    laidOut()
    const home = lamp()
    fireEvent.pointerDown(panel(), at(0, 4))
    for (let column = 1; column < 15; column += 1) {
      fireEvent.pointerMove(panel(), at(column, 4))
      home.wait(100)
    }
    fireEvent.pointerUp(panel(), at(14, 4))
    expect(home.fake.sent.map(({ value }) => value)).toEqual(['#ff0000', '#0000ff', '#ff0066'])
  })

  test('a finger that scrolls the page over it sends nothing', () => {
    laidOut()
    const home = lamp()
    fireEvent.pointerDown(panel(), { ...at(3, 2), pointerType: 'touch' })
    fireEvent.pointerCancel(panel(), { pointerType: 'touch' })
    home.wait(2000).sentNothing()
  })

  test('a code is typed; one that is none is not taken', () => {
    const home = lamp()
      .type('lamp', 'textbox', /colour code/)
      .sentNothing()
    home.type('#00f', 'textbox', /colour code/).sentOnly(COLOUR, '#0000ff')
  })

  test('hue and saturation have sliders that say the colour in words', () => {
    const home = lamp().key('End', 'slider', /saturation/)
    expect(home.has('slider', /hue/).getAttribute('aria-valuetext')).toBe('Red')
    home.key('PageUp', 'slider', /hue/).wait(1000)
    expect(home.fake.sent.at(-1)?.value).toBe('#ff9900')
  })

  test('while an order is under way it stands where it was wanted; after a refusal it goes back', () => {
    const home = lamp().press('Blue 100\u00a0%').shows('Blue')
    expect(panel().getAttribute('aria-busy')).toBe('true')
    home
      .answers(COLOUR, 'failed', 'No answer after 15 s.')
      .shows('Red')
      .shows(/No answer after 15 s/)
  })

  test('a device that reports something else shows that, and what was wanted', () => {
    const home = lamp().press('Blue 100\u00a0%').reports(COLOUR, '#00ff00').answers(COLOUR, 'diverged')
    home.shows('Green')
    expect(swatch('Blue 100\u00a0%').hasAttribute('data-missed')).toBe(true)
  })

  test('a device that is offline says why nothing can be chosen', () => {
    const home = lamp('#ff0000', undefined, 5).press('Blue 100\u00a0%').sentNothing()
    expect(swatch('Blue 100\u00a0%')).toHaveProperty('disabled', true)
    expect(panel().title).toMatch(/offline/)
    expect(home.has('textbox', /colour code/)).toHaveProperty('disabled', true)
  })

  test('in a tile it is one slider of all hues', () => {
    lamp('#ff0000', '/').key('PageUp', 'slider', /hue/).sentOnly(COLOUR, '#ff9900')
  })

  test.each([null, 'x'.repeat(2048), Number.NaN, [1, 2], {}, 5])(
    'a colour that nobody understands (%#) is a dash, and another can be chosen',
    (value) => {
      const home = lamp(value).shows('–')
      home.press('Blue 100\u00a0%').sentOnly(COLOUR, '#0000ff')
    },
  )
})
