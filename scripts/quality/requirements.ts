/**
 * Writes tests/requirements.md: which reliability and security requirements (docs/requirements.json) a test proves.
 * `--check` fails when the file does not tell what the tests say.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { citations } from './citations/citations.ts'

interface Requirement {
  id: string
  what: string
}

const file = 'tests/requirements.md'
const requirements = JSON.parse(readFileSync('docs/requirements.json', 'utf8')) as Requirement[]
const known = new Set(requirements.map(({ id }) => id))
const provedBy = new Map<string, Set<string>>()
const unknown: string[] = []

for (const path of globSync(
  '{src,widgets,gateway,server,scripts,tests,e2e}/**/*.{test,spec}.{ts,tsx}',
).sort())
  for (const { id, line } of citations(readFileSync(path, 'utf8'), /\b[A-Z]-\d{2}\b/g)) {
    if (!known.has(id))
      unknown.push(`${path}:${line} names ${id}, which docs/requirements.json does not have`)
    else provedBy.set(id, (provedBy.get(id) ?? new Set()).add(path))
  }

const table = requirements.map(({ id, what }) => {
  const files = [...(provedBy.get(id) ?? [])]
  return `| ${id} | ${what} | ${files.length > 0 ? files.join('<br>') : 'open'} |`
})
const text = `# Reliability and security requirements

Made from the names of the tests by \`npm run requirements\`; ${provedBy.size} of ${requirements.length} have tests.

| id | requirement | tests |
|---|---|---|
${table.join('\n')}
`

for (const fault of unknown) console.error(fault)
if (process.argv.includes('--check')) {
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (current !== text) {
    console.error(`${file} is not what the tests say; run \`npm run requirements\``)
    process.exit(1)
  }
} else writeFileSync(file, text)
process.exit(unknown.length === 0 ? 0 : 1)
