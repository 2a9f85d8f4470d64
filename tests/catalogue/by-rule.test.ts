import { expect, test } from 'vitest'
import { told } from '#server/catalogue/check/spelled.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from '../../scripts/catalogue/check/check.ts'
import { projectCopy, put } from './kit.ts'

const file = 'catalogue/devices/acme/X1.json'

/** What the check says of a model, in sentences. */
const saidOf = (model: object): string[] => checked(model).map(({ says }) => told({ says }))

function checked(model: object) {
  const folder = projectCopy()
  const whole = { schemaVersion: 1, model: 'X1', type: 'Sensor', name: 'X1', icon: 'gauge', ...model }
  put(folder, file, { $schema: '../../../schemas/definitions/device-model.json', ...whole })
  return checkCatalogue(projectPlaces(folder)).filter((problem) => problem.file === file)
}

test('an entry that leaves its properties to the device may name whatever the rules know, one of several alike too', () => {
  expect(
    saidOf({
      serviceInHeader: { service: 'TemperatureService', property: 'temperature' },
      quickProperties: [{ service: 'SwitchService', property: 'state_l1' }],
    }),
  ).toEqual([])
})

test('a slip in such an entry is found all the same', () => {
  const said = saidOf({
    serviceInHeader: { service: 'TemperatureServce', property: 'temperature' },
    quickProperties: [{ service: 'HumidityService', property: 'humidty' }],
  })
  expect(said).toEqual([
    'There is no service "TemperatureServce", which the header names',
    'There is no property "humidty" in HumidityService, which the tile names',
  ])
})

test('bands of a value ascend and name icons that are drawn', () => {
  const bands = [
    { from: 50, level: 'warn' },
    { from: 20, icon: 'gauge' },
    { from: 80, icon: 'gaige' },
  ]
  const value = { kind: 'number', access: ['read'], bands }
  const said = saidOf({
    services: { SoilService: { type: 'SoilService', properties: { soil_moisture: value } } },
  })
  expect(said).toContain('The band from 20 follows the one from 50')
  expect(said.join('\n')).toContain('There is no icon "gaige"')
})

test('a slip in a service is called one, rather than asking for its words', () => {
  const said = checked({
    properties: [
      {
        service: 'SwichService',
        property: 'state',
        section: 'control',
        grid: [0, 0, 1, 1],
        options: { propertyType: 'iconType' },
      },
    ],
  })
  expect(said.find((problem) => told(problem).includes('SwichService'))?.remedy).toEqual({
    code: 'remedy.meant',
    name: 'SwitchService',
  })
})
