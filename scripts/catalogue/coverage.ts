/**
 * `npm run catalogue:coverage`: how much of every device that Zigbee2MQTT knows our generated layouts draw, and how many of
 * these models read well.
 * With `--record` it keeps what was measured for the test that holds the figures.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { knownModels } from './converters.ts'
import { DEFECTS, languagesIn } from './readable.ts'
import { coverageOf, readabilityOf, shapesOf } from './shapes.ts'

const root = join(import.meta.dirname, '../..')
const catalogue = await openCatalogue(join(root, 'catalogue'))
const shapes = shapesOf(knownModels())
const { models, pairs, placed, operable, missing } = coverageOf(catalogue.rules(), shapes)

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
console.log(`${models} models, ${pairs} pairs of model and expose`)
for (const [name, { pairs: ofPairs, models: ofModels }] of Object.entries({ placed, operable }))
  console.log(`${name.padEnd(9)} ${percent(ofPairs)} of the pairs, ${percent(ofModels)} of the models`)
const most = [...missing].toSorted(([, a], [, b]) => b - a).slice(0, 12)
if (most.length > 0)
  console.log(`not placed, most often: ${most.map(([name, count]) => `${name} ${count}`).join(', ')}`)

const { readable, named, defects } = readabilityOf(
  catalogue.rules(),
  shapes,
  languagesIn(join(root, 'locales')),
)
console.log(`readable  ${percent(readable / models)} of the models`)
console.log(`in words  ${percent(named)} of the names on their pages; the others stand in the maker's own`)
for (const [defect, { models: few, cases }] of [...defects].toSorted(([, a], [, b]) => b.models - a.models)) {
  console.log(`  ${String(few).padStart(5)} ${DEFECTS[defect]}`)
  for (const [what, count] of [...cases].toSorted(([, a], [, b]) => b - a).slice(0, 5))
    console.log(`        ${String(count).padStart(5)} ${what.slice(0, 100)}`)
}
if (process.argv.includes('--record'))
  writeFileSync(
    join(root, 'tests/fixtures/converters/shapes.json.gz'),
    gzipSync(JSON.stringify(shapes), { level: 9 }),
  )
if (placed.pairs < 0.99 || placed.models < 0.98 || readable / models < 0.97) process.exitCode = 1
