import { beforeAll, expect, test } from 'vitest'
import type { EnginePorts } from '#engine/ports.ts'
import { lateWidgets } from '#engine/property/state/late-widgets.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { words } from '#i18n/words.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { kindValue } from '../kinds.ts'
import { vocabulary } from './offered/vocabulary.ts'
import { notificationPart, type Speech, settingSentence, targetPart } from './sentences.ts'

beforeAll(async () => {
  await loadAreas(['builder', 'sentences', 'scenes', 'values', 'properties'])
  await changeLanguage('ch_EN')
})

const speech: Speech = {
  ...{ text, words, naming: { device: () => undefined, property: () => undefined, kind: kindValue } },
  ports: {
    home: { device: () => undefined, devices: () => ({ complete: false }) },
  } as unknown as EnginePorts,
  widgets: new Map(),
  elsewhere: { unread: undefined, addresses: undefined, people: undefined, callers: undefined },
}

const switched = vocabulary.kinds.flatMap(({ id: kind, sets }) =>
  sets.flatMap(({ id, value }) =>
    value.kind === 'bool' ? [true, false].map((to) => ({ kind, sets: id, value: to })) : [],
  ),
)

test.each(switched)('the step says of %j no other than its sentence', (target) => {
  const { text: whole, value } = targetPart({ id: 'g', ...target }, speech)
  // "All speakers · Mute" stands for "Mute all speakers"; that something is on is said by switching it on.
  const verb = whole.split(' ')[0]
  expect(verb === 'Switch' ? whole.endsWith(` ${value.toLowerCase()}`) : value).toBe(
    verb === 'Switch' ? true : verb,
  )
})

test.each([0, 1, 2] as const)('a message of the type %i is called as its sentence calls it', (type) => {
  const { text: whole, name } = notificationPart({ type, short_desc: 'Hello' }, speech)
  expect(whole.toLowerCase()).toContain(name.toLowerCase())
})

const access = ['read', 'write'] as const
const settings: readonly {
  property: string
  propertyType: string
  value: Value
  to: string | number | boolean
}[] = [
  { property: 'on', propertyType: 'iconType', value: { kind: 'bool', access: [...access] }, to: true },
  {
    property: 'brightness',
    propertyType: 'valueSetter',
    value: { kind: 'range', access: [...access], min: 0, max: 100, step: 1, unit: '%' },
    to: 40,
  },
  {
    property: 'mode',
    propertyType: 'selection1',
    value: { kind: 'option', access: [...access], options: [{ value: 'eco', label: 'Eco' }] },
    to: 'eco',
  },
]

test.each(settings)('before the widgets have come a step says of $property what they say', async (one) => {
  const { property, value, propertyType, to } = one
  const placed = {
    service: 'S',
    property,
    value,
    section: 'control',
    grid: [0, 0, 1, 1],
    options: { propertyType },
  }
  const head = { id: 'd', name: 'Lamp', layout: { tile: { footer: [] }, sections: { control: [placed] } } }
  const ports = {
    home: { device: () => head, devices: () => ({ complete: true }) },
  } as unknown as EnginePorts
  const said = (widgets: Speech['widgets']): string =>
    settingSentence(
      { id: 'd' },
      { service_name: 'S', property_name: property, value: to },
      { ...speech, ports, widgets },
    ).value
  const widgets = await lateWidgets({})
  expect(said(undefined)).not.toBe('')
  expect(said(undefined)).toBe(said(widgets))
})
