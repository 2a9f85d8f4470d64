import { beforeAll, describe, expect, test } from 'vitest'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { definitionSchemas } from '#server/catalogue/check/schemas.ts'
import { told } from '#server/catalogue/check/spelled.ts'
import { deviceWith, root } from './kit.ts'

const schemas = definitionSchemas
const entry = (rest: object) => ({
  schemaVersion: 1,
  model: 'X',
  type: 'Sensor',
  name: 'One',
  icon: 'gauge',
  ...rest,
})
const faults = (rest: object) => schemas.faultsOf('device-model', entry(rest)).map(told)
const placement = {
  service: 'A',
  property: 'x',
  grid: [0, 0, 1, 1],
  options: { propertyType: 'serviceWithUnit' },
}

describe('a catalogue entry', () => {
  // 2.3-038 2.3-039 2.3-040 2.3-041 2.3-042 2.3-043 2.3-044 2.3-045
  test.each<[string, object, object, string]>([
    [
      '2.3-038 has a help text key',
      { helpTextKey: 'dimmer' },
      { helpTextKey: 1 },
      '"helpTextKey" must be a text, not 1',
    ],
    [
      '2.3-039 has an optional serviceInHeader, made of service and property',
      { serviceInHeader: { service: 'A', property: 'x' } },
      { serviceInHeader: { service: 'A' } },
      '"property" is missing in "serviceInHeader"',
    ],
    [
      '2.3-040 has an optional unitInHeader',
      { unitInHeader: 'W' },
      { unitInHeader: 1 },
      '"unitInHeader" must be a text, not 1',
    ],
    [
      '2.3-041 has an optional defaultNotificationHeader',
      { defaultNotificationHeader: 'x' },
      { defaultNotificationHeader: {} },
      '"defaultNotificationHeader" must be a text, not an object { … }',
    ],
    [
      '2.3-042 has an optional hideInInstallationWizard',
      { hideInInstallationWizard: true },
      { hideInInstallationWizard: 'yes' },
      '"hideInInstallationWizard" must be true or false, not a text',
    ],
    [
      '2.3-043 has properties, each with service and property',
      { properties: [placement] },
      { properties: [{ ...placement, service: undefined, property: '' }] },
      '"property" must not be empty',
    ],
    [
      '2.3-044 has a grid position of row, column, width and height',
      { properties: [{ ...placement, grid: [9, 3, 1, 2] }] },
      { properties: [{ ...placement, grid: [0, 4, 1, 1] }] },
      '"grid" must be at most 3, not 4',
    ],
    [
      '2.3-045 has options with iconName, translateServiceDifferent, propertyType and moreServices',
      {
        properties: [
          {
            ...placement,
            options: {
              propertyType: 'group',
              iconName: 'sun',
              translateServiceDifferent: 'properties.A.y',
              moreServices: [{ service: 'A', property: 'y' }],
            },
          },
        ],
      },
      { properties: [{ ...placement, options: { iconName: 'sun' } }] },
      '"propertyType" is missing in "options"',
    ],
  ])('%s', (_name, good, bad, said) => {
    expect(faults(good)).toEqual([])
    expect(faults(bad)).toContain(said)
  })
})

describe('what an entry says of the tile', () => {
  let catalogue: Catalogue
  beforeAll(async () => {
    catalogue = await openCatalogue(`${root}/catalogue`)
  })
  const device = deviceWith({ 'A/x': { unit: 'kW' }, 'A/y': {}, 'A/z': {} })
  const drawn = (rest: Partial<DeviceModel>) =>
    layoutFor(catalogue.rules(), device, { schemaVersion: 1, model: 'X', type: 'Sensor', ...rest })

  test('its header and the unit there', () => {
    const { header } = drawn({ serviceInHeader: { service: 'A', property: 'y' }, unitInHeader: 'W' }).tile
    expect(header).toMatchObject({ service: 'A', property: 'y', value: { unit: 'W' } })
  })

  test('its quiet values, in this order', () => {
    const quickProperties = [
      { service: 'A', property: 'z' },
      { service: 'A', property: 'y' },
    ]
    expect(drawn({ quickProperties }).tile.footer.map(({ property }) => property)).toEqual(['z', 'y'])
  })

  test('a device that names its own header and tile is heard where the entry is silent', () => {
    const own = {
      ...device,
      serviceInHeader: { service: 'A', property: 'z' },
      quick_properties: [{ service: 'A', property: 'x' }],
    }
    const { tile } = layoutFor(catalogue.rules(), own)
    expect([tile.header?.property, tile.footer.map(({ property }) => property)]).toEqual(['z', ['x']])
  })
})
