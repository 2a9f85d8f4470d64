/** Writes docs/decisions/README.md, the list of decisions, from their files; `--check` fails when it lags behind. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Decision, decisions } from './decision-files.ts'

const file = 'docs/decisions/README.md'
const section = ([about, those]: [string, Decision[]]) =>
  `## ${about}\n\n${those
    .map(
      ({ number, title, date, status, path }) =>
        `- [${number}](${path}) ${title} (${date}${status === 'in force' ? '' : `, ${status}`})`,
    )
    .join('\n')}\n`

const text = `# Decisions

Where the specification is silent, or where it and good practice differ, this is what was chosen, what else was weighed, and why. One file a decision; code cites it by its number (\`decision 0049\`). A decision that is overruled keeps its file, with the status \`replaced by 0123\`. Made by \`npm run decisions\`.

${[...Map.groupBy(decisions('docs/decisions'), ({ about }) => about)].map(section).join('\n')}`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} does not list what is in its folder; run \`npm run decisions\``)
  process.exit(1)
}
