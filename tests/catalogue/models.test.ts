import { basename } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cellsOf } from '#gateway/lib/layout/flow.ts'
import { commonValueKey, modelKey, propertyKey, unitKey, valueKey } from '#gateway/lib/models/text-keys.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { layout as validLayout } from '#schemas/generated/validate.js'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { textsOf } from '#server/catalogue/studio/texts.ts'
import { checkCatalogue } from '../../scripts/catalogue/check/check.ts'
import { deviceOf, exposedDevice, modelFiles, readJson, root } from './kit.ts'

let catalogue: Catalogue
const icons = new Set(Object.keys(readJson('catalogue/icons.json') as object))
const texts = textsOf(projectPlaces(root).locales)
const problems = checkCatalogue(projectPlaces(root))

beforeAll(async () => {
  catalogue = await openCatalogue(`${root}/catalogue`)
  return () => catalogue.close()
})

const entries = modelFiles.map(
  (file) => [basename(file, '.json'), file, readJson(`catalogue/${file}`) as DeviceModel] as const,
)
const placedIn = ({ sections }: DeviceLayout): Placed[] => Object.values(sections).flat()

describe.each(entries)('%s', (name, file, written) => {
  const resolved = (): DeviceModel => {
    const found = catalogue.model(written.model)
    if (!found) throw new Error(`${name} is not in use`)
    return found
  }

  // 2.3-036, 2.3-037
  test('is in use, with a type, a name and an icon', () => {
    const { type, name: called, icon = '' } = resolved()
    expect(type).toBeTypeOf('string')
    expect(called).toBeTypeOf('string')
    expect(icons).toContain(icon)
  })

  test('has nothing for the catalogue check to say', () => {
    expect(problems.filter((problem) => problem.file === `catalogue/${file}`)).toEqual([])
  })

  test('puts no two properties in one place of a section', () => {
    const cells = (resolved().properties ?? []).flatMap(({ section, grid }) =>
      cellsOf(grid).map((cell) => `${section} ${cell}`),
    )
    expect(cells.toSorted()).toEqual([...new Set(cells)].toSorted())
  })

  test('has words for its properties in every language', () => {
    const keys = (resolved().properties ?? []).map(
      ({ service, property, options }) => options.translateServiceDifferent ?? propertyKey(service, property),
    )
    for (const known of texts.values()) expect(keys.filter((key) => !known.has(key))).toEqual([])
  })

  test('has words for every option that it describes in every language', () => {
    const options = Object.entries(resolved().services ?? {}).flatMap(([service, { properties }]) =>
      Object.entries(properties).flatMap(([property, value]) =>
        (value.options ?? []).map((option) => ({ service, property, value: option.value })),
      ),
    )
    for (const known of texts.values()) {
      const silent = options.filter(
        ({ service, property, value }) =>
          !known.has(valueKey(service, property, value)) && !known.has(commonValueKey(value)),
      )
      expect(silent).toEqual([])
    }
  })
})

describe.each(
  entries.filter(([, , { match = [] }]) => match.some(({ ecosystem }) => ecosystem === 'native')),
)('%s', (_name, _file, { model: named }) => {
  const drawn = (): { model: DeviceModel; layout: DeviceLayout } => {
    const model = catalogue.model(named)
    if (!model) throw new Error(`${named} is not in use`)
    return { model, layout: catalogue.layoutOf(deviceOf(model)).layout }
  }

  // 2.9-008
  test('has a tile with a header and at most four quiet values', () => {
    const { layout } = drawn()
    expect(layout.problems).toBeUndefined()
    expect(layout.tile.header).toBeDefined()
    expect(layout.tile.footer.length).toBeLessThanOrEqual(4)
    expect(validLayout(layout)).toBe(true)
  })

  test('is called by its name in every language', () => {
    for (const [language, known] of texts)
      expect([language, known.has(modelKey(named))]).toEqual([language, true])
  })

  test('draws all that it describes', () => {
    const { model, layout } = drawn()
    const shown = placedIn(layout)
      .flatMap((placed) => [placed, ...(placed.more ?? [])])
      .map(({ service, property }) => `${service}/${property}`)
    const described = Object.entries(model.services ?? {}).flatMap(([service, { properties }]) =>
      Object.keys(properties).map((property) => `${service}/${property}`),
    )
    expect(described.length).toBeGreaterThan(0)
    expect(described.filter((key) => !shown.includes(key))).toEqual([])
  })
})

/** Vendor and model of an entry that Zigbee2MQTT knows. */
const radioModels = entries.flatMap(([name, , { match = [] }]) =>
  match.flatMap((one) =>
    one.ecosystem === 'zigbee2mqtt' && one.vendor && one.model
      ? [[name, one.vendor, one.model] as const]
      : [],
  ),
)

describe.each(radioModels)('%s as Zigbee2MQTT tells of it', (_name, vendor, named) => {
  const device = () => exposedDevice(vendor, named, catalogue.rules())
  const drawn = (): DeviceLayout => catalogue.layoutOf(device()).layout
  const partsOf = (layout: DeviceLayout) =>
    placedIn(layout).flatMap((placed) => [
      { service: placed.service, property: placed.property, value: placed.value },
      ...(placed.more ?? []),
    ])

  // 2.9-008
  test('has all that its entry names, and a tile with at most four quiet values', () => {
    const layout = drawn()
    expect(validLayout(layout)).toBe(true)
    expect(layout.problems).toBeUndefined()
    expect(layout.generated).toBe(false)
    expect(layout.tile.header ?? layout.sections.control?.[0]).toBeDefined()
    expect(layout.tile.footer.length).toBeLessThanOrEqual(4)
  })

  test('is drawn by widgets that exist, each in a place of its own, and nothing is left out', () => {
    const layout = drawn()
    const { types } = catalogue.rules().propertyTypes
    expect(placedIn(layout).filter(({ options }) => !types[options.propertyType]?.placeable)).toEqual([])
    const cells = placedIn(layout).flatMap(({ section, grid }) =>
      cellsOf(grid).map((cell) => `${section} ${cell}`),
    )
    expect(cells.toSorted()).toEqual([...new Set(cells)].toSorted())
    const told = device().service_list.flatMap(({ name: service, property_list }) =>
      property_list.map((one) => `${service}/${one.name}`),
    )
    const shown = partsOf(layout).map(({ service, property }) => `${service}/${property}`)
    expect(told.filter((key) => !shown.includes(key))).toEqual([])
  })

  test('speaks every language: its name, its properties, their choices and units', () => {
    const parts = partsOf(drawn())
    const wanted = [
      modelKey(named),
      ...parts.map(({ service, property }) => propertyKey(service, property)),
      ...parts.flatMap(({ value }) => (value.unit ? [unitKey(value.unit)] : [])),
    ]
    const choices = parts.flatMap(({ service, property, value }) =>
      (value.options ?? []).map((option) => [
        valueKey(service, property, option.value),
        commonValueKey(option.value),
      ]),
    )
    for (const known of texts.values()) {
      expect(wanted.filter((key) => !known.has(key))).toEqual([])
      expect(choices.filter((keys) => !keys.some((key) => known.has(key)))).toEqual([])
    }
  })

  test('has an icon for all that it shows', () => {
    const named = partsOf(drawn()).flatMap(({ value }) => [
      value.icon,
      ...(value.options ?? []).map(({ icon }) => icon),
    ])
    expect(named.filter((icon) => icon !== undefined && !icons.has(icon))).toEqual([])
  })
})

test('at least 120 models are curated', () => {
  expect(entries.length).toBeGreaterThanOrEqual(120)
})

// 2.3-035
test('the models cover every type of device', () => {
  const types = new Set(entries.map(([, , { model }]) => catalogue.model(model)?.type))
  const known = [
    'Dimmer',
    'Outlet',
    'Sensor',
    'Remote',
    'Light',
    'Camera',
    'Thermostat',
    'Shutter',
    'Audio',
    'PhilipsHueBridge',
    'WeatherDevice',
    'Lock',
    'Meter',
    'Siren',
    'Fan',
    'Valve',
    'Generic',
  ]
  expect([...types].toSorted()).toEqual(known.toSorted())
})
