import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { languagesIn } from '../../scripts/catalogue/readable.ts'
import {
  type Coverage,
  coverageOf,
  type Readability,
  readabilityOf,
  type Shapes,
} from '../../scripts/catalogue/shapes.ts'
import { root } from './kit.ts'

/** Recorded by `npm run catalogue:coverage -- --record`. */
const shapes = JSON.parse(
  gunzipSync(readFileSync(join(root, 'tests/fixtures/converters/shapes.json.gz'))).toString(),
) as Shapes
let coverage: Coverage
let readability: Readability
beforeAll(async () => {
  const rules = (await openCatalogue(`${root}/catalogue`)).rules()
  coverage = coverageOf(rules, shapes)
  readability = readabilityOf(rules, shapes, languagesIn(`${root}/locales`))
}, 60_000)

describe('of every device that Zigbee2MQTT knows, without an entry of its own', () => {
  test('there are thousands', () => {
    expect(coverage.models).toBeGreaterThan(4500)
    expect(coverage.pairs).toBeGreaterThan(28_000)
  })

  test('at least 99 % of what they expose is placed', () => {
    expect(coverage.placed.pairs).toBeGreaterThanOrEqual(0.99)
  })

  test('at least 98 % are placed whole', () => {
    expect(coverage.placed.models).toBeGreaterThanOrEqual(0.98)
    expect([...coverage.missing.keys()]).toEqual([])
  })

  test('at least 99 % of what can be set can be set, and 98 % of the models have nothing that cannot', () => {
    expect(coverage.operable.pairs).toBeGreaterThanOrEqual(0.99)
    expect(coverage.operable.models).toBeGreaterThanOrEqual(0.98)
  })

  test('at least 97 % read well: names, words, switches, what matters in the head, an icon', () => {
    expect(readability.models).toBe(coverage.models)
    expect(readability.readable / readability.models).toBeGreaterThanOrEqual(0.97)
  })

  test('every switch of every one of them is on its tile, as far as four', () => {
    expect(readability.defects.get('switches')?.cases).toBeUndefined()
  })

  test('the main thing of its type is in the head of every one of them that has it', () => {
    expect(readability.defects.get('head')?.cases).toBeUndefined()
  })
})
