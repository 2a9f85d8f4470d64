/**
 * `npm run test:nightly`: the heavy variants, one after another; tests/NIGHTLY.md gets a line for each that ran.
 * `-- --only S-01,M-09` runs some of them, `-- --scale 0.1` a tenth as often; the table says what really ran.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Heavy, plan } from './nightly-plan.ts'
import { optionsOf } from './options.ts'
import { type Count, journeys, vitest } from './steps.ts'

const file = 'tests/NIGHTLY.md'
const { values } = optionsOf('npm run test:nightly -- [--only <id,…>] [--scale 0.1]', {
  options: { only: { type: 'string' }, scale: { type: 'string', default: '1' } },
})
const scale = Number(values.scale)
const only = values.only?.split(',')
const unknown = only?.filter((id) => !plan.some((heavy) => heavy.id === id)) ?? []
if (!(scale > 0 && scale <= 1) || unknown.length > 0) {
  console.error(
    `Usage: --scale is above 0 and at most 1, --only has some of ${plan.map(({ id }) => id).join()}`,
  )
  process.exit(2)
}

const counted = (count: number): string => count.toLocaleString('de-CH')
const timesOf = ({ variable, full }: Heavy): number[] =>
  variable ? full.map((count) => Math.max(1, Math.round(count * scale))) : full

async function lineOf(heavy: Heavy): Promise<{ line: string; count: Count }> {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-nightly-'))
  const figures = join(work, 'figures')
  const times = timesOf(heavy)
  const env = {
    GATEHOUSE_FIGURES: figures,
    // Random tests try other inputs each night.
    GATEHOUSE_SEED: process.env.GATEHOUSE_SEED ?? String(Date.now() % 2 ** 31),
    ...(heavy.variable && { [heavy.variable]: times.join() }),
    ...heavy.env,
  }
  const start = performance.now()
  const inBrowser = heavy.files.every((path) => path.startsWith('e2e/'))
  const count = await (inBrowser ? journeys : vitest)(heavy.what, heavy.files, env).run((text) =>
    process.stdout.write(text),
  )
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const said = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : []
  rmSync(work, { recursive: true })
  const { full, unit } = heavy
  const share = times.join() === full.join() ? '' : ` (of ${full.map(counted).join(' and ')})`
  const result = [`${count.passed} passed, ${count.failed} failed`, ...said].join('<br>')
  const when = new Date().toISOString().slice(0, 10)
  const line = `| ${heavy.id} | ${heavy.what} | ${times.map(counted).join(' and ')} ${unit}${share} | ${result} | ${seconds} | ${when} |`
  return { line, count }
}

/** Lines of earlier runs, and of others at the same time, by the requirement. */
function linesSoFar(): Map<string, string> {
  const lines = new Map<string, string>()
  if (!existsSync(file)) return lines
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, id] = /^\| ([A-Z]-\d\d) \|/.exec(line) ?? []
    if (id) lines.set(id, line)
  }
  return lines
}

function table(lines: ReadonlyMap<string, string>): string {
  const known = plan.flatMap(({ id }) => lines.get(id) ?? [])
  const total = { passed: 0, failed: 0 }
  for (const line of known) {
    const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed/.exec(line) ?? []
    total.passed += Number(passed)
    total.failed += Number(failed)
  }
  const missing = plan.filter(({ id }) => !lines.has(id)).map(({ id }) => id)
  return `# Nightly run

Made by \`npm run test:nightly\`, which runs the tests of \`npm test\` that can be run more often, and some too heavy for
it. A line tells of the last time that it ran; where it ran less often than it should, both counts are there.

Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}, ${process.platform}.

| requirement | what was done | how often | result | seconds | date |
|---|---|---|---|---|---|
${known.join('\n')}

${missing.length > 0 ? `Not run yet: ${missing.join(', ')}.\n\n` : ''}${total.passed} passed, ${total.failed} failed
${mutationPart()}`
}

/** What `npm run test:mutation` wrote stands behind. */
function mutationPart(): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const at = text.indexOf('<!-- mutation -->')
  return at < 0 ? '' : `\n${text.slice(at)}`
}

const total = { passed: 0, failed: 0 }
for (const heavy of plan.filter(({ id }) => !only || only.includes(id))) {
  console.log(`\n${heavy.id} ${heavy.what}: ${timesOf(heavy).map(counted).join(' and ')} ${heavy.unit}`)
  const { line, count } = await lineOf(heavy)
  total.passed += count.passed
  total.failed += count.failed
  // Written after each: a run that is interrupted has told what it did.
  writeFileSync(file, table(linesSoFar().set(heavy.id, line)))
}
console.log(`\n${table(linesSoFar())}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
