/**
 * `npm run spec:coverage`: which single requirements of the specification (docs/spec/atoms-*.json) a test cites,
 * in its name or on the comment line right above it. An unknown id is an error.
 */
import { globSync, readFileSync } from 'node:fs'
import { citations } from './citations.ts'

interface Atom {
  id: string
  area: string
  kind: string
  what: string
}

const atoms = [1, 2, 3].flatMap(
  (document) => JSON.parse(readFileSync(`docs/spec/atoms-${document}.json`, 'utf8')) as Atom[],
)
const known = new Map(atoms.map((atom) => [atom.id, atom]))
const proved = new Set<string>()
let unknown = 0

for (const file of globSync(
  '{src,widgets,gateway,server,scripts,tests,e2e}/**/*.{test,spec}.{ts,tsx}',
).sort())
  for (const { id, line } of citations(readFileSync(file, 'utf8'), /\b[123]\.[1-9]-\d{3}\b/g)) {
    if (known.has(id)) proved.add(id)
    else {
      unknown++
      console.error(`${file}:${line} cites ${id}, which the specification does not have`)
    }
  }

const areas = [...new Set(atoms.map((atom) => `${atom.id[0]} ${atom.area}`))].sort()
const row = (name: string, of: readonly Atom[]) => {
  const done = of.filter(({ id }) => proved.has(id)).length
  return `${name.padEnd(22)} ${String(done).padStart(6)} ${String(of.length - done).padStart(6)}`
}

if (!process.argv.includes('--totals')) {
  console.log(`${'document, area'.padEnd(22)} proved   open`)
  for (const area of areas)
    console.log(
      row(
        area,
        atoms.filter((atom) => `${atom.id[0]} ${atom.area}` === area),
      ),
    )
  console.log('\nOpen:')
  for (const { id, area, kind, what } of atoms)
    if (!proved.has(id)) console.log(`${id} ${area} ${kind}: ${what}`)
  console.log()
}
console.log(
  `specification: ${proved.size} of ${atoms.length} requirements are cited by a test, ${atoms.length - proved.size} are open`,
)
process.exit(unknown === 0 ? 0 : 1)
