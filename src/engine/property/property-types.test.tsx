import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import schema from '#schemas/definitions/placement.json'
import { device, layoutOf } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { widgets } from '../../../tests/support/whole-widgets.ts'

beforeAll(prepareTexts)

/** Draws the first example of a type on a device page of its own. */
function draw(type: string) {
  const [example] = widgets.get(type)?.examples ?? []
  if (!example) throw new Error(`No widget draws ${type}`)
  const layout = layoutOf({ more: [{ ...example.placed, options: { propertyType: type as 'group' } }] })
  const home = homeWith(device('one', 'One', layout, example.values), { at: '/devices/device/one' })
  expect(home.faults).toEqual([])
}

describe('spec 2 §3 there is a property type', () => {
  test.each([
    ['2.3-047 iconType', 'switch'],
    ['2.3-048 rgbPanelType', 'slider'],
    ['2.3-049 rgbPanelHexType', 'slider'],
    ['2.3-050 2.3-162 rollerShutter', 'slider'],
    ['2.3-051 valueSetter', 'spinbutton'],
    ['2.3-052 selection1', 'radiogroup'],
    ['2.3-054 smartmeter', 'img'],
    ['2.3-055 weather', 'term'],
    ['2.3-056 tiboSpeaker', 'slider'],
    ['2.3-057 huebridge', 'switch'],
    ['2.3-058 irBlaster', 'group'],
    ['commandButton', 'button'],
    ['textField', 'textbox'],
    ['compositeForm', 'spinbutton'],
    ['listEditor', 'list'],
  ])('%s: an entry may name it, and it is drawn as a %s', (line, role) => {
    const type = line.split(' ').at(-1) ?? ''
    expect(schema.$defs.propertyType.enum).toContain(type)
    draw(type)
    expect(screen.getAllByRole(role).length).toBeGreaterThan(0)
  })

  test.each(['2.3-046 serviceWithUnit', '2.3-053 group'])(
    '%s: an entry may name it, and it is drawn with its values',
    (line) => {
      const type = line.split(' ').at(-1) ?? ''
      expect(schema.$defs.propertyType.enum).toContain(type)
      draw(type)
      const card = within(screen.getByRole('region', { name: 'Temperature' }))
      expect(card.getByText(/°C/)).toBeTruthy()
      expect(card.queryByText(/has the type/)).toBeNull()
    },
  )
})
