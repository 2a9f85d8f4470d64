/**
 * `npm run spec:coverage`: which single requirements of the specification (docs/spec) a test cites,
 * in its name or on the comment line right above it. An unknown id is an error. A switch that can be set and that
 * nothing reads is declared, not proved.
 */
import { globSync, readFileSync } from 'node:fs'
import type { Flags } from '#schemas/generated/definitions/flags.ts'
import { citations, crowded } from './citations/citations.ts'
import { type Requirement, requirementsOfSpec } from './spec-files.ts'

const atoms = requirementsOfSpec()
const known = new Map(atoms.map((atom) => [atom.id, atom]))
const proved = new Set<string>()
const declared = new Set<string>()
const inert = new Set(
  ['flags', 'modules'].flatMap((name) => {
    const { flags } = JSON.parse(readFileSync(`catalogue/${name}.json`, 'utf8')) as Flags
    return Object.entries(flags).flatMap(([flag, { inert }]) => (inert ? [flag] : []))
  }),
)
/** A line that names such a switch, as the tests of what is shipped do. */
const isOfInert = (line: string): boolean => line.match(/\w+/g)?.some((word) => inert.has(word)) === true
const ATOM = /\b[123]\.[1-9]-\d{3}\b/g
let wrong = 0

for (const file of globSync(
  '{src,widgets,gateway,server,scripts,tests,e2e}/**/*.{test,spec}.{ts,tsx}',
).sort()) {
  const source = readFileSync(file, 'utf8')
  for (const line of crowded(source, ATOM)) {
    wrong++
    console.error(`${file}:${line} cites more than eight requirements without a row for each`)
  }
  for (const { id, line, text } of citations(source, ATOM)) {
    if (known.has(id)) (isOfInert(text) ? declared : proved).add(id)
    else {
      wrong++
      console.error(`${file}:${line} cites ${id}, which the specification does not have`)
    }
  }
}

for (const id of proved) declared.delete(id)

const areas = [...new Set(atoms.map((atom) => `${atom.id[0]} ${atom.area}`))].sort()
const row = (name: string, of: readonly Requirement[]) => {
  const done = of.filter(({ id }) => proved.has(id)).length
  const only = of.filter(({ id }) => declared.has(id)).length
  const figures = [done, only, of.length - done - only]
  return `${name.padEnd(22)} ${figures.map((figure) => String(figure).padStart(8)).join(' ')}`
}

if (!process.argv.includes('--totals')) {
  console.log(`${'document, area'.padEnd(22)}   proved declared     open`)
  for (const area of areas)
    console.log(
      row(
        area,
        atoms.filter((atom) => `${atom.id[0]} ${atom.area}` === area),
      ),
    )
  console.log('\nOpen:')
  for (const { id, area, kind, what } of atoms)
    if (!proved.has(id))
      console.log(`${id} ${area} ${kind}: ${what}${declared.has(id) ? ' (declared only)' : ''}`)
  console.log()
}
console.log(
  `specification: ${proved.size} of ${atoms.length} requirements are cited by a test, ${declared.size} are only declared by a switch that nothing reads, ${atoms.length - proved.size - declared.size} are open`,
)
process.exit(wrong === 0 ? 0 : 1)
