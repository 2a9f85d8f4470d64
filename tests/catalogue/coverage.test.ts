import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { type Coverage, coverageOf, type Shapes } from '../../scripts/catalogue/shapes.ts'
import { root } from './kit.ts'

/** Recorded by `npm run catalogue:coverage -- --record`. */
const shapes = JSON.parse(
  gunzipSync(readFileSync(join(root, 'tests/fixtures/converters/shapes.json.gz'))).toString(),
) as Shapes
let coverage: Coverage
beforeAll(async () => {
  coverage = coverageOf((await openCatalogue(`${root}/catalogue`)).rules(), shapes)
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
})
