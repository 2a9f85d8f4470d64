/**
 * Writes docs/scene-words.md: every word that scenes know, an example of each in both languages, and the tests that
 * prove it. `--check` fails when it lags behind, and always when a word has no example or no test that says it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { allWords, asked, type Example, examples, FILE, lacks, saidBy, teller } from './examples.ts'

const DOCUMENT = 'docs/scene-words.md'
const faults: string[] = []

const said = new Set(examples.flatMap(({ rule }) => [...saidBy(rule)]))
for (const word of allWords()) if (!said.has(word)) faults.push(`${FILE}: no example says "${word}"`)

/** Whether a test speaks of it: a word of its own, not a part of another. */
function speaksOf(test: string, wire: string): boolean {
  if (!existsSync(test)) return false
  return new RegExp(`(?<![A-Za-z])${wire}(?![a-z])`).test(readFileSync(test, 'utf8'))
}
for (const { word, wire, tests } of examples) {
  if (tests.length === 0) faults.push(`${FILE}: ${word} has no test`)
  for (const test of tests)
    if (!speaksOf(test, wire)) faults.push(`${FILE}: ${word}: ${test} does not speak of "${wire}"`)
}
const known = new Set(examples.map(({ word }) => word))
for (const { what, words = [], tests = [] } of asked) {
  for (const word of words) if (!known.has(word)) faults.push(`${FILE}: ${what}: there is no word "${word}"`)
  for (const test of tests) if (!existsSync(test)) faults.push(`${FILE}: ${what}: ${test} is gone`)
}

const [german, english] = await Promise.all([teller('ch_DE'), teller('ch_EN')])
const cell = (text: string): string => text.replaceAll('|', '\\|')
const linked = (tests: readonly string[]): string =>
  tests.map((test) => `[${test.split('/').at(-1)}](../${test})`).join(', ')

const row = ({ word, rule, tests }: Example): string =>
  `| ${word} | ${cell(german(rule))} | ${cell(english(rule))} | ${linked(tests)} |`

const table = (title: string, area: Example['area']): string =>
  `## ${title}\n\n| word | German | English | tests |\n|---|---|---|---|\n${examples
    .filter((one) => one.area === area)
    .map(row)
    .join('\n')}\n`

const text = `# Words of scenes

What a scene can say: each word with the smallest scene of the demo home that says it, told as the builder tells it, and the tests that prove it. The scenes stand in \`${FILE}\`; every field and choice of \`schemas/entities/rule.json\`, and every comparison and kind of devices of \`catalogue/scenes/vocabulary.json\`, is said by one of them. Made by \`npm run scene-words\`.

${[table('When', 'when'), table('Only if', 'onlyIf'), table('Then', 'then'), table('When it is set off again', 'again')].join('\n')}
## Asked in words

The line above the builder understands the sentence of each word, in both languages, but for these; of them it names what it has not understood.

| word | why it is left to the builder |
|---|---|
${examples.flatMap(({ word, unsaid }) => (unsaid === undefined ? [] : [`| ${word} | ${unsaid} |`])).join('\n')}

## What people know from Home Assistant and openHAB

| what | here |
|---|---|
${asked.map(({ what, words = [], tests = [] }) => `| ${what} | ${[words.join(' · '), linked(tests)].filter(Boolean).join(' ')} |`).join('\n')}

${
  lacks.length === 0
    ? 'Nothing of that list is left that cannot be said here.'
    : `What they know from there and cannot say here:\n\n${lacks.map((one) => `- ${one}`).join('\n')}`
}
`

for (const fault of faults) console.error(fault)
const checks = process.argv.includes('--check')
const lags = checks && (!existsSync(DOCUMENT) || readFileSync(DOCUMENT, 'utf8') !== text)
if (lags) console.error(`${DOCUMENT} is not what the examples say; run \`npm run scene-words\``)
if (!checks) writeFileSync(DOCUMENT, text)
process.exit(lags || faults.length > 0 ? 1 : 0)
