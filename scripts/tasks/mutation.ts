/**
 * `npm run test:mutation`: changes the code of the core on purpose, statement by statement, and counts what the tests
 * notice; tests/NIGHTLY.md gets a line for each folder. Only what has changed since the last run is tried again.
 * `-- --only src/live,gateway/rules` takes some of the folders; `-- --files src/live/orders.ts` some of their files;
 * `-- --draw 40` forty places of each folder, drawn at random, which is told in minutes instead of hours.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutated, mutated } from '../quality/mutated.ts'
import { optionsOf } from './options.ts'
import { must, run } from './run.ts'

const TABLE = 'tests/NIGHTLY.md'
const CACHE = 'node_modules/.cache/mutation'
const START = '<!-- mutation -->'
const END = '<!-- /mutation -->'
const TARGET = 80

/** What is drawn at once: so many lines, one after another. */
const BLOCK = 12

const { values } = optionsOf('npm run test:mutation -- [--only <folder,…>] [--files <file,…>] [--draw N]', {
  options: { only: { type: 'string' }, files: { type: 'string' }, draw: { type: 'string' } },
})
const draw = values.draw === undefined ? undefined : Number(values.draw)
const only = values.only?.split(',')
const files = values.files?.split(',')
const chosen = mutated.filter(({ folder }) =>
  files ? files.some((file) => file.startsWith(`${folder}/`)) : (only?.includes(folder) ?? true),
)
const isKnown = (folder: string) => mutated.some((one) => one.folder === folder)
if (chosen.length === 0 || !(only?.every(isKnown) ?? true) || (draw !== undefined && !(draw > 0))) {
  console.error(
    `Usage: --only has some of ${mutated.map(({ folder }) => folder).join()}; --draw is above nought`,
  )
  process.exit(2)
}

interface Report {
  files: Record<string, { mutants: { status: string }[] }>
}

/** Blocks of lines of all files of a folder, as Stryker names them; each is as likely as any other. */
function drawn(folder: string, count: number): { mutate: string[]; of: number } {
  const blocks = globSync(`${folder}/**/*.ts`)
    .filter((file) => !/\.test\.ts$|\/(?:testing\/|fake-)/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n').length
      return Array.from({ length: Math.ceil(lines / BLOCK) }, (_, at) => ({
        place: `${file}:${at * BLOCK + 1}-${Math.min(lines, (at + 1) * BLOCK)}`,
        lot: Math.random(),
      }))
    })
  const mutate = blocks
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, count)
    .map(({ place }) => place)
  return { mutate, of: blocks.length }
}

/** Runs the mutants of a folder; the line says what became of them. */
async function lineOf({ folder }: Mutated): Promise<string | undefined> {
  const name = folder.replace('/', '-')
  const report = join(CACHE, `${name}.json`)
  const of = files?.filter((file) => file.startsWith(`${folder}/`))
  const lot = draw === undefined ? undefined : drawn(folder, draw)
  // Lines that were drawn another time would be counted as well.
  if (lot) rmSync(report, { force: true })
  const mutate = lot?.mutate ?? [
    ...(of ?? [`${folder}/**/*.ts`]),
    `!${folder}/**/*.test.ts`,
    `!${folder}/testing/**`,
    `!${folder}/fake-*.ts`,
  ]
  const start = performance.now()
  const { code } = await run(
    'stryker',
    ['run', 'scripts/quality/stryker.json', '--mutate', mutate.join(), '--incrementalFile', report],
    { env: { GATEHOUSE_MUTATE: folder }, say: (text) => process.stdout.write(text) },
  )
  if (code !== 0 || !existsSync(report)) return undefined
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const { files: found } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const states = Object.values(found).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...wanted: string[]) => states.filter((status) => wanted.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const counted = noticed + count('Survived', 'NoCoverage')
  const score = counted === 0 ? '–' : `${((noticed / counted) * 100).toFixed(1)} %`
  const what = lot
    ? `${lot.mutate.length} of ${lot.of} places, drawn at random`
    : of
      ? `${of.map((file) => file.slice(folder.length + 1)).join(', ')} only`
      : 'all files'
  const when = new Date().toISOString().slice(0, 10)
  return `| ${folder} | ${what} | ${counted} | ${noticed} | ${count('NoCoverage')} | ${score} | ${seconds} | ${when} |`
}

/** The table as it stands, with the lines that are new; a folder without one says so. */
function written(text: string, lines: ReadonlyMap<string, string>): string {
  const before = text.split(START)[0]?.trimEnd() ?? ''
  const known = new Map(
    [...text.matchAll(/^\| ((?:src|gateway|server)\/\w+) \|.*$/gm)].map(([line, folder = '']) => [
      folder,
      line,
    ]),
  )
  const rows = mutated.map(
    ({ folder }) => lines.get(folder) ?? known.get(folder) ?? `| ${folder} | not run yet | | | | | | |`,
  )
  return `${before}

${START}
## Mutation tests

Made by \`npm run test:mutation\`: the code is changed on purpose, one place at a time. Noticed is what makes a test fail
or run for ever; without a test is counted as not noticed. The aim is ${TARGET} % in each folder.

| folder | what was changed | mutants | noticed | without a test | score | seconds | date |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
${END}
`
}

mkdirSync(CACHE, { recursive: true })
await must('scripts/gen.ts')
let failed = 0
for (const one of chosen) {
  const line = await lineOf(one)
  if (line) writeFileSync(TABLE, written(readFileSync(TABLE, 'utf8'), new Map([[one.folder, line]])))
  else failed++
}
process.exit(failed === 0 ? 0 : 1)
