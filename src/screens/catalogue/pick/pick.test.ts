import { beforeAll, describe, expect, test } from 'vitest'
import { type SchemaFiles, schemasFrom } from '../schema/schemas.ts'
import { isFree, placesAround } from './PlacePicker.tsx'
import { type Target, targetAt } from './target.ts'

const ROOT = 'definitions/device-model.json'
const vocabulary = {
  names: { icon: ['bulb', 'dimmer'], service: ['LightService'], template: ['lamp'] },
  under: { property: { LightService: { state: [] } } },
}
let files: SchemaFiles
beforeAll(async () => {
  files = await schemasFrom(ROOT)
})

/** What can be chosen where the bar stands. */
function at(text: string): Target | undefined {
  const offset = text.indexOf('|')
  return targetAt(text.replace('|', ''), offset, { files, root: ROOT, vocabulary })
}

describe('what can be chosen instead of typed', () => {
  test.each<[string, string | undefined]>([
    ['{ "icon": "bu|lb" }', 'icon'],
    ['{ "extends": ["|x"] }', 'template'],
    ['{ "properties": [{ "grid": [0, |0, 1, 1] }] }', 'place'],
    ['{ "properties": [{ "options": { "propertyType": "icon|Type" } }] }', 'widget'],
    ['{ "properties": [{ "service": "LightService", "property": "s|" }] }', 'property'],
    ['{ "na|me": "x" }', undefined],
    ['{ "name": "|x" }', undefined],
    ['|', undefined],
    ['{ "icon": |', undefined],
  ])('%s: %s', (text, kind) => {
    expect(at(text)?.kind).toBe(kind)
  })

  test('a choice takes the place of the whole value, and offers what the catalogue has', () => {
    expect(at('{ "icon": "bu|lb" }')).toMatchObject({ from: 10, to: 16, value: 'bulb' })
    expect(at('{ "icon": "bu|lb" }')?.options.map(({ text }) => text)).toEqual(['"bulb"', '"dimmer"'])
    expect(at('{ "properties": [{ "grid": [0, |0, 1, 1] }] }')).toMatchObject({ from: 27, to: 39 })
  })
})

describe('places of a section', () => {
  const of = (property: string, grid: readonly number[], section?: string) => ({
    service: 'A',
    property,
    grid,
    ...(section && { section }),
  })
  const properties = [of('own', [0, 0, 1, 1]), of('wide', [1, 0, 4, 1]), of('other', [0, 2, 1, 1], 'sensory')]

  test('are taken by the others of the same section, with room below', () => {
    const places = placesAround(properties, 0)
    expect([...places.taken]).toEqual([0, 1, 2, 3].map((column) => [`1 ${column}`, 'A/wide']))
    expect(places.rows).toBe(4)
  })

  test('are free where nothing else lies and the columns end', () => {
    const places = placesAround(properties, 0)
    expect(isFree(places, [0, 0, 4, 1])).toBe(true)
    expect(isFree(places, [0, 0, 4, 2])).toBe(false)
    expect(isFree(places, [2, 3, 2, 1])).toBe(false)
  })

  test('are counted in whatever is typed', () => {
    for (const odd of [undefined, 7, [null], [{ grid: [0, 0, 'x', 1] }], [of('tall', [0, 0, 1e9, 1e9])]])
      expect(placesAround(odd, 3).rows).toBeLessThanOrEqual(40)
  })
})
