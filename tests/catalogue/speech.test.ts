import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { OwnWords } from '#schemas/generated/entities/device-speech.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { speechOf, together } from '#server/catalogue/speech/speech.ts'
import { deviceOf, projectCopy, put, readJson, root } from './kit.ts'

const words = (language: string, area: string) => readJson(`locales/${language}/${area}.json`) as OwnWords
const icons = readJson('catalogue/icons.json') as Readonly<Record<string, string>>
const opened = (folder: string): Promise<Catalogue> =>
  openCatalogue(join(folder, 'catalogue'), { locales: join(folder, 'locales') })

const layoutOf = (catalogue: Catalogue, model: string): DeviceLayout =>
  catalogue.layoutOf(deviceOf(catalogue.model(model) as DeviceModel)).layout

const wordAt = (tree: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((at, name) => (at as OwnWords | undefined)?.[name], tree)

/** A lamp with a switch that nobody has ever heard of. */
const lamp = (more: object = {}): object => ({
  schemaVersion: 1,
  model: 'NEW1',
  type: 'Light',
  name: 'New lamp',
  icon: 'new-lamp',
  icons: { 'new-lamp': 'M4 4h16v16H4z' },
  match: [{ ecosystem: 'native', class: 'NEW1' }],
  services: {
    GlowService: {
      type: 'GlowService',
      properties: { glow: { kind: 'bool', access: ['read', 'write'], on: 'HOT', off: 'COLD' } },
    },
  },
  properties: [
    { service: 'GlowService', property: 'glow', grid: [0, 0, 1, 1], options: { propertyType: 'iconType' } },
  ],
  words: {
    ch_DE: {
      models: { NEW1: 'Neue Lampe' },
      properties: { GlowService: { glow: 'Glut' } },
      values: { GlowService: { glow: { HOT: 'glüht', COLD: 'kalt' } } },
    },
    ch_EN: {
      models: { NEW1: 'New lamp' },
      properties: { GlowService: { glow: 'Glow' } },
      values: { GlowService: { glow: { HOT: 'glowing', COLD: 'cold' } } },
    },
  },
  ...more,
})

describe('what layouts say and draw', () => {
  test('every property that a layout places has its words in both languages, and every icon its drawing', async () => {
    const catalogue = await opened(root)
    for (const { model, abstract } of catalogue.models()) {
      if (abstract) continue
      const layout = layoutOf(catalogue, model)
      const speech = layout.speech
      expect(speech?.icons[layout.icon], model).toBe(icons[layout.icon])
      const placed = Object.values(layout.sections).flat() as Placed[]
      for (const language of ['ch_DE', 'ch_EN'])
        for (const { service, property, options } of placed) {
          const key = options.translateServiceDifferent ?? `properties.${service}.${property}`
          const [area = '', ...rest] = key.split('.')
          const known = wordAt(words(language, area), rest.join('.'))
          expect(wordAt(speech?.words[language], key), `${model} ${language} ${key}`).toEqual(known)
        }
    }
  })

  test('a new model with its icon and its words is one file: they come with its layout, in both languages', async () => {
    const folder = projectCopy()
    put(folder, 'catalogue/devices/test/NEW1.json', lamp())
    const catalogue = await opened(folder)
    expect(catalogue.problems()).toEqual([])
    const { speech } = layoutOf(catalogue, 'NEW1')
    expect(speech?.icons).toMatchObject({ 'new-lamp': 'M4 4h16v16H4z' })
    expect(wordAt(speech?.words.ch_DE, 'values.GlowService.glow.HOT')).toBe('glüht')
    expect(wordAt(speech?.words.ch_EN, 'properties.GlowService.glow')).toBe('Glow')
    expect(wordAt(speech?.words.ch_EN, 'models.NEW1')).toBe('New lamp')
  })

  test('other words make another layout, so that open pages hear of them', async () => {
    const folder = projectCopy()
    const before = await opened(folder)
    const device = deviceOf(before.model('DIM200') as DeviceModel)
    const { hash } = before.layoutOf(device)
    const properties = words('ch_EN', 'properties')
    const dimmer = properties.DimmerService as OwnWords
    put(folder, 'locales/ch_EN/properties.json', {
      ...properties,
      DimmerService: { ...dimmer, state: 'Glow' },
    })
    const after = (await opened(folder)).layoutOf(device)
    expect(after.hash).not.toBe(hash)
    expect(wordAt(after.layout.speech?.words.ch_EN, 'properties.DimmerService.state')).toBe('Glow')
  })

  test('whatever a device calls its properties, nothing of a prototype is said', async () => {
    const catalogue = await opened(root)
    const device = deviceOf(catalogue.model('DIM200') as DeviceModel)
    const [service] = device.service_list
    if (!service) throw new Error('The dimmer has no service')
    const odd = ['__proto__', 'constructor', 'toString'].map((name) => ({
      ...service,
      service_type: name,
      property_list: service.property_list.map((property) => ({ ...property, property: name })),
    }))
    const { speech } = catalogue.layoutOf({ ...device, class: 'ODD', service_list: odd as never }).layout
    expect(JSON.stringify(speech?.words)).not.toMatch(/native code|__proto__/)
    expect(({} as Record<string, unknown>).glow).toBeUndefined()
  })

  test('of several layouts each word is said once, in the one language that is asked for', () => {
    const said = (text: string) => ({
      words: { ch_DE: { values: { common: { ON: text } } }, ch_EN: { values: { common: { ON: 'on' } } } },
      icons: { [text]: 'M0 0' },
    })
    expect(together([said('ein'), said('ein')], 'ch_DE')).toEqual({
      words: { ch_DE: { values: { common: { ON: 'ein' } } } },
      icons: { ein: 'M0 0' },
    })
  })

  test('a word of all comes before the same word of a model', () => {
    const layout = layoutWithout()
    const vocabulary = {
      words: new Map([['ch_DE' as const, { models: { X: 'alle' } }]]),
      icons: new Map<string, string>(),
    }
    const own = { words: { ch_DE: { models: { X: 'eigenes', Y: 'nur hier' } }, ch_EN: {} } }
    expect(speechOf(layout, own, vocabulary).words.ch_DE).toEqual({ models: { X: 'alle', Y: 'nur hier' } })
  })
})

const layoutWithout = (): DeviceLayout => ({
  model: 'X',
  type: 'Light',
  name: 'X',
  icon: 'bulb',
  generated: false,
  tile: { footer: [] },
  sections: {},
})
