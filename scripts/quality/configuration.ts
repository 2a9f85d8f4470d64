/** Writes docs/configuration.md from the server's own table of variables; `--check` fails when the file lags behind. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Variable, variables } from '#server/config/variables.ts'

const file = 'docs/configuration.md'
const all: readonly Variable[] = variables
const rows = all.map(
  ({ name, default: fallback, about, secret }) =>
    `| \`${name}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${about}${secret ? ' Secret.' : ''} |`,
)
const text = `# Configuration

The server reads its configuration from environment variables. Made by \`npm run configuration\`.

| variable | default | what it does |
|---|---|---|
${rows.join('\n')}
`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not what server/config/variables.ts says; run \`npm run configuration\``)
  process.exit(1)
}
