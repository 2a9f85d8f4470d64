/** `npm run bench [-- --quick] [-- name …]`: runs the measurements, prints a table and writes bench/results.json. */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Figure, table } from './support/figures.ts'

const all: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  rules: () => import('./rules.ts'),
  catalogue: () => import('./catalogue.ts'),
  store: () => import('./store.ts'),
  broker: () => import('./broker.ts'),
  app: () => import('./app.ts'),
  charts: () => import('./charts.ts'),
  history: () => import('./history.ts'),
  dashboard: () => import('./dashboard.ts'),
  network: () => import('./network.ts'),
  statistics: () => import('./statistics.ts'),
  fleet: () => import('./fleet.ts'),
}
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const known = Object.keys(all)
const strange = named.find((name) => !known.includes(name))
if (strange !== undefined) {
  console.error(`There is no measurement ${strange}; there are ${known.join(', ')}`)
  process.exit(1)
}
const figures: Figure[] = []
for (const [name, load] of Object.entries(all)) {
  if (named.length > 0 && !named.includes(name)) continue
  const { measure } = await load()
  figures.push(...(await measure()))
}
console.log(`\n${table(figures)}\n`)
writeFileSync(
  'bench/results.json',
  `${JSON.stringify({ date: new Date().toISOString(), machine: { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version }, figures }, null, 2)}\n`,
)
process.exit(0)
