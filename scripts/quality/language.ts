/**
 * Writes docs/language.md: each word of the definitions, what its schema says of it, an example from the catalogue and
 * where it is used. `--check` fails when it lags behind.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { LANGUAGE, languageHere } from './language-files.ts'
import type { Word } from './words.ts'

const file = 'docs/language.md'

/** Exact while it is few; a figure that changes with every new screen would tell nobody more. */
function howMany(count: number): string {
  if (count <= 3) return String(count)
  return `over ${[50, 20, 10, 5].find((least) => count > least) ?? 3}`
}

/** `catalogue/screens/account/login.json` → `screens/account`; few files are named themselves. */
function places(files: readonly string[]): string {
  const within = files.map((path) => path.replace(/^catalogue\//, '').replace(/\.json$/, ''))
  if (files.length <= 3) return within.join(', ')
  const folders = [...new Set(within.map((path) => path.split('/').slice(0, -1).join('/')))]
  return folders.length <= 4
    ? folders.join(', ')
    : [...new Set(folders.map((path) => path.split('/')[0]))].join(', ')
}

/** The shortest way in which the catalogue says it. */
function example({ word, uses }: Word): string {
  const said = [...uses.values()].map((value) => JSON.stringify(value, null, 1).replaceAll(/\s+/g, ' '))
  const [shortest = ''] = said.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const text = `"${word}": ${shortest}`
  return `\`${text.length > 90 ? `${text.slice(0, 88)} …` : text}\``.replaceAll('|', '\\|')
}

const row = (word: Word): string =>
  `| \`${word.word}\` | ${[...word.meanings].join(' ').replaceAll('|', '\\|')} | ${
    word.uses.size === 0 ? '–' : example(word)
  } | ${word.uses.size === 0 ? 'none' : `${howMany(word.uses.size)}: ${places([...word.uses.keys()])}`} |`

const words = Map.groupBy(languageHere(), ({ schema }) => schema)
const sections = Object.entries(LANGUAGE).map(([schema, title]) => {
  const rows = (words.get(schema) ?? []).toSorted((a, b) => (a.word < b.word ? -1 : 1)).map(row)
  return `## ${title}\n\n\`schemas/definitions/${schema}.json\`\n\n| word | what it does | example | files |\n|---|---|---|---|\n${rows.join('\n')}\n`
})
const text = `# The language of definitions

Screens, forms, menus and models are written in JSON. Each word that these files may use is here, with what it does, an example as the catalogue has it, and the files that use it. What may stand where is told by the schemas, and by \`npm run catalogue:check\` when something does not. Made by \`npm run language\`.

A word that fewer than two files use has to give its reason in \`scripts/quality/single-use.json\`; a screen that needs a word of its own is better a \`custom\` one. Words of models are exempt: devices and the specification say them.

${sections.join('\n')}`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what schemas and catalogue say; run \`npm run language\``)
  process.exit(1)
}
