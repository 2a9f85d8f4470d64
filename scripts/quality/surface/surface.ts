/**
 * Writes docs/surface.md: every address, call, command, flag and module there is, who may reach it, what uses it, and
 * which requirements of the specification it answers. `--check` fails when it lags behind, when the specification
 * names one that there is not, or when a switch that can be set does nothing.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import type { Flags } from '#schemas/generated/definitions/flags.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { type Operation, readApi } from '#server/http/openapi.ts'
import { citations } from '../citations/citations.ts'
import { type Requirement, requirementsOfSpec } from '../spec-files.ts'
import { addressIn, isAddress, isCall } from './matching.ts'
import { usesHere } from './uses.ts'

const FILE = 'docs/surface.md'
const ATOM = /\b[123]\.[1-9]-\d{3}\b/g
const KINDS = ['route', 'call', 'flag', 'module'] as const

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The lines of tests that cite a requirement. */
const lines = new Map<string, string[]>()
for (const file of globSync('{src,widgets,gateway,server,scripts,tests,e2e}/**/*.{test,spec}.{ts,tsx}'))
  for (const { id, text } of citations(readFileSync(file, 'utf8'), ATOM))
    lines.set(id, [...(lines.get(id) ?? []), text])

const asked = requirementsOfSpec().filter(({ kind }) => KINDS.some((one) => kind.startsWith(one)))
const told = new Set<string>()
const faults: string[] = []

const state = ({ id }: Requirement): string => (lines.has(id) ? id : `${id} (open)`)

/** The requirements of a row; those of no row stand at the end. */
function answered(is: (requirement: Requirement) => boolean): string {
  const own = asked.filter(is)
  for (const { id } of own) told.add(id)
  return own.map(state).join(' ')
}

type Condition = NonNullable<NonNullable<Screen['access']>['when']>

/** A condition in words: `role admin and flag ZOTA`. */
function inWords(condition: Condition): string {
  if ('all' in condition) return condition.all.map(inWords).join(' and ')
  if ('any' in condition) return condition.any.map(inWords).join(' or ')
  if ('not' in condition) return `not (${inWords(condition.not)})`
  return Object.entries(condition)
    .map(([word, value]) => `${word} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

function who({ access = {} }: Screen): string {
  if (access.public) return 'everybody'
  const parts = ['signed in', access.gateway ? 'with a gateway' : '', access.when ? inWords(access.when) : '']
  return parts.filter((part) => part !== '').join(', ')
}

const uses = usesHere()

function addresses(): string[] {
  const screens = globSync('catalogue/screens/*/*.json').map((file) => read(file) as Screen)
  const rows = screens.flatMap((screen) => [
    { address: screen.route, screen },
    ...('entrance' in screen && screen.entrance ? [{ address: screen.entrance, screen }] : []),
  ])
  const fits = ({ kind, what }: Requirement, address: string): boolean => {
    const said = kind.startsWith('route') ? addressIn(what) : undefined
    return said !== undefined && isAddress(address, said)
  }
  return rows
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .map(
      ({ address, screen }) =>
        `| \`${address}\` | ${screen.id} (${screen.kind}) | ${cell(who(screen))} | ${answered((one) => fits(one, address))} |`,
    )
}

/** What of the app makes a call or sends a command, by its name. */
const usedBy = (name: string): string => {
  const places = uses(name).filter((place) => place === 'definitions' || place === 'app')
  return places.length === 0 ? '–' : places.join(', ')
}

/** Whether a requirement, or the words of a test that proves it, is about a call. */
const isAbout = (call: Operation, { id, kind, what }: Requirement): boolean =>
  kind.startsWith('call') && [what, ...(lines.get(id) ?? [])].some((text) => isCall(call, text))

const calls = (folder: string): string[] =>
  readApi(folder)
    .operations.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((call) => {
      const own = answered((one) => isAbout(call, one))
      return `| ${call.method} \`${call.path}\` | ${call.id} | ${call.policy} | ${usedBy(call.id)} | ${own} |`
    })

interface Message {
  name: string
  'x-kind': string
  'x-changes'?: boolean
}

function commands(): string[] {
  const { components } = read('schemas/channel/asyncapi.json') as {
    components: { messages: Record<string, Message> }
  }
  return Object.values(components.messages)
    .filter((message) => message['x-kind'] === 'command')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, 'x-changes': changes }) => {
      const own = answered(({ id, kind, what }) => kind.startsWith('call') && says(name)({ id, what }))
      return `| ${name} | ${changes ? 'changes' : 'reads'} | ${usedBy(name)} | ${own} |`
    })
}

/** Whether a requirement, or a test that proves it, says this name. */
const says =
  (name: string) =>
  ({ id, what }: Pick<Requirement, 'id' | 'what'>): boolean =>
    [what, ...(lines.get(id) ?? [])].some((text) => new RegExp(`\\b${name}\\b`).test(text))

function switches(file: string, of: 'flag' | 'module'): string[] {
  const { flags } = read(file) as Flags
  return Object.entries(flags).map(([name, { value, inert }]) => {
    const readers = uses(name)
    if (readers.length === 0 && !inert) faults.push(`${file}: nothing reads ${name}`)
    const own = answered((one) => one.kind.startsWith(of) && says(name)(one))
    return `| ${name} | \`${cell(JSON.stringify(value))}\` | ${inert ? 'nothing' : readers.join(', ')} | ${own} |`
  })
}

const table = (title: string, head: string, rows: readonly string[]): string => {
  const columns = head.split('|').length
  return `## ${title}\n\n| ${head} |\n|${'---|'.repeat(columns)}\n${rows.join('\n')}\n`
}

const parts = [
  table('Addresses', 'address | screen | who | requirements', addresses()),
  table('Calls', 'call | name | who may | used by | requirements', calls('schemas/api')),
  table('Calls of the setup page', 'call | name | who may | used by | requirements', calls('schemas/local')),
  table('Commands of a gateway', 'command | what it does | used by | requirements', commands()),
  table('Flags', 'flag | shipped | read by | requirements', switches('catalogue/flags.json', 'flag')),
  table('Modules', 'module | shipped | read by | requirements', switches('catalogue/modules.json', 'module')),
]
const others = asked.filter(({ id }) => !told.has(id))
const open = asked.filter(({ id }) => !lines.has(id))

const text = `# Addresses, calls, commands, flags and modules

Every one there is, read from the definitions, with what of the specification (docs/spec) it answers. ${asked.length} requirements of these kinds; ${open.length} are proved by no test and marked *open*. What uses one is a definition of the catalogue or code of the app that says its name; where there is a dash, programs, gateways and the browser itself do. Made by \`npm run surface\`.

${parts.join('\n')}
## What is about none or several of them

| requirement | says | state |
|---|---|---|
${others.map((one) => `| ${one.id} | ${cell(one.what)} | ${lines.has(one.id) ? 'proved by a test' : 'open'} |`).join('\n')}
`

for (const fault of faults) console.error(fault)
const lags = process.argv.includes('--check') && (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text)
if (lags) console.error(`${FILE} is not what the definitions say; run \`npm run surface\``)
if (!process.argv.includes('--check')) writeFileSync(FILE, text)
process.exit(lags || faults.length > 0 ? 1 : 0)
