import { beforeAll, expect, test } from 'vitest'
import { type SchemaFiles, schemasFrom } from './schemas.ts'
import { type Suggested, suggestionsAt } from './suggest.ts'

const ROOT = 'definitions/device-model.json'
const vocabulary = {
  names: { icon: ['bulb', 'dimmer'], service: ['LightService'], widget: ['iconType'], template: ['lamp'] },
  under: {
    property: { LightService: { state: [], brightness: [] } },
    param: { valueSetter: { control: ['slider', 'stepper'] } },
  },
}
let files: SchemaFiles
beforeAll(async () => {
  files = await schemasFrom(ROOT)
})

/** What is suggested where the bar stands. */
function at(text: string): Suggested {
  const offset = text.indexOf('|')
  return suggestionsAt(text.replace('|', ''), offset, { files, root: ROOT, vocabulary })
}
const labels = (text: string): string[] => at(text).options.map(({ label }) => label)
const placement = (inside: string): string => `{ "properties": [{ ${inside} }] }`

test('the schema comes with everything that it refers to', () => {
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([ROOT, 'definitions/placement.json', 'entities/property-ref.json']),
  )
})

test('names of fields are those that the place may have and does not have yet', () => {
  expect(labels('{ | }')).toEqual(expect.arrayContaining(['model', 'icon', 'properties']))
  expect(labels('{ "model": "A", | }')).not.toContain('model')
  expect(labels(placement('|'))).toEqual(expect.arrayContaining(['service', 'grid', 'options']))
  expect(labels(placement('"options": { "showWhen": { | } }'))).toEqual([
    'service',
    'property',
    'op',
    'value',
  ])
})

test('a field comes with an empty value, the caret in it; one that has a value keeps it', () => {
  const field = (text: string, label: string) => at(text).options.find((option) => option.label === label)
  expect(field('{ | }', 'icon')).toMatchObject({ text: '"icon": ""', caret: 9 })
  expect(field('{ | }', 'properties')).toMatchObject({ text: '"properties": []', caret: 15 })
  expect(field('{ | }', 'schemaVersion')?.text).toBe('"schemaVersion": 1')
  expect(field('{ "ic|on": "bulb" }', 'icon')).toMatchObject({ text: '"icon"' })
})

test('what is typed already is replaced whole', () => {
  const text = '{ "icon": "dim|mer" }'
  expect(at(text)).toMatchObject({ from: 10, to: 18 })
  expect(at('{ "icon": | }')).toMatchObject({ from: 10, to: 10 })
  expect(at('{ ic| }')).toMatchObject({ from: 2, to: 4 })
})

test.each<[string, string, readonly string[]]>([
  ['an icon', '{ "icon": "|" }', ['bulb', 'dimmer']],
  ['an icon by value', placement('"options": { "iconName": { "on": "|" } }'), ['bulb', 'dimmer']],
  ['a template', '{ "extends": "|" }', ['lamp']],
  ['one of several templates', '{ "extends": ["|"] }', ['lamp']],
  [
    'a section',
    placement('"section": "|"'),
    ['control', 'sensory', 'configuration', 'moreInfo', 'externalLinks'],
  ],
  ['yes or no', '{ "hideInInstallationWizard": | }', ['true', 'false']],
  ['a service', '{ "serviceInHeader": { "service": "|" } }', ['LightService']],
  [
    'a property of the service beside it',
    placement('"service": "LightService", "property": "|"'),
    ['state', 'brightness'],
  ],
  ['a property of a service that is none', placement('"service": "Nothing", "property": "|"'), []],
  [
    'a parameter of the widget beside it',
    placement('"options": { "propertyType": "valueSetter", "params": { "|" } }'),
    ['control'],
  ],
  [
    'a value of such a parameter',
    placement('"options": { "propertyType": "valueSetter", "params": { "control": "|" } }'),
    ['slider', 'stepper'],
  ],
  ['a field of the shape that is meant', '{ "match": [{ "ecosystem": "native", "|" }] }', ['class']],
  ['nothing within a free text', '{ "name": "|" }', []],
  ['nothing where nothing may stand', '{ "model": { "x": "|" } }', []],
])('%s is suggested', (_what, text, expected) => {
  expect(labels(text)).toEqual(expected)
})

test('a widget is one that the schema knows', () => {
  expect(labels(placement('"options": { "propertyType": "|" }'))).toContain('valueSetter')
})

test('no text is too broken to be asked', () => {
  for (const text of [
    '|',
    '{|',
    '[|',
    '{ "a": [|',
    '"|',
    '{ "properties": [ { "options": { |',
    '}|{',
    `${'['.repeat(500)}|`,
  ])
    expect(at(text).options).toBeInstanceOf(Array)
})
