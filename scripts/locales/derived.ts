import { modelKey } from '#gateway/lib/models/text-keys.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { ErrorRules } from '#schemas/generated/definitions/errors.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { JobState, Jobs, StateByField } from '#schemas/generated/definitions/jobs.ts'
import type { Menu, MenuItem } from '#schemas/generated/definitions/menu.ts'
import type { News } from '#schemas/generated/definitions/news.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { Shortcuts } from '#schemas/generated/definitions/shortcuts.ts'
import type { StatusCatalogue } from '#schemas/generated/definitions/statuses.ts'
import { propertiesOf, sendable } from '#server/operations/commands.ts'
import { mailKinds, ownNews } from '#server/outbound/mails.ts'
import { checks } from '#server/self-check/checks.ts'
import { codes as serverCodes } from '../../server/http/failure.ts'
import { GATEWAY_STATES } from '../../src/engine/cells/gateway-state.ts'
import { type Asked, addAll, type Places } from './asked.ts'
import { formOf, valuesOf } from './asked-by-fields.ts'
import { house, screensOf } from './asked-by-screens.ts'
import { readAll, readJson } from './files.ts'
import { filesOfCode, namedInCode } from './in-code.ts'
import { wordsOfSayings } from './sayings.ts'

/** Codes of the error rules and of the server; the session check has two of its own (spec 1 §8). */
function codesOf({ keys }: Asked): void {
  const rules = readJson<ErrorRules>('catalogue/errors.json')
  // Commands are refused by number: 403 is what the role does not allow.
  const codes = new Set([...serverCodes, '00001', '00003', '403', 'TIMEOUT'])
  for (const [code, { does, text }] of Object.entries(rules.codes)) {
    codes.delete(code)
    if (does === 'loginMessage') addAll(keys, [`codes.${code}.title`, `codes.${code}.text`])
    else if (does !== 'resolve' && does !== 'ignore') codes.add(text ?? code)
  }
  for (const rule of [...Object.values(rules.statuses), ...Object.values(rules.broker), rules.other])
    if (rule.text) codes.add(rule.text)
  for (const code of codes) keys.add(`codes.${code}`)
}

function menuOf(items: readonly MenuItem[], { keys }: Asked): void {
  for (const item of items) {
    keys.add(`menu.${item.id}`)
    menuOf(item.children ?? [], { keys, below: new Set() })
  }
}

function shortcutsOf({ keys }: Asked): void {
  for (const one of readJson<Shortcuts>('catalogue/shortcuts.json').shortcuts) {
    if ('id' in one) keys.add(`shell.keys.${one.id}`)
    for (const key of one.keys.split(/[ +]/))
      if (key.length > 1 && key !== 'Mod' && !key.startsWith('Arrow')) keys.add(`shell.keys.name.${key}`)
  }
}

/** By which words the states of a job are said. */
const wordsOf = (states: JobState | StateByField): string[] =>
  typeof states === 'string'
    ? [states]
    : Object.entries(states.is).map(([value, state]) => states.says?.[value] ?? state)

/** A schema of words to choose from. */
interface Choices {
  enum?: readonly string[]
  $defs?: Readonly<Record<string, Choices>>
}

function happeningsOf({ keys, below }: Asked): void {
  for (const [name, job] of Object.entries(readJson<Jobs>('catalogue/jobs.json').jobs)) {
    keys.add(`jobs.${name}.title`)
    for (const states of Object.values(job.events))
      addAll(
        keys,
        wordsOf(states).map((word) => `jobs.${name}.${word}`),
      )
    // What the gateway no longer does when it is asked is done.
    if (job.asked) keys.add(`jobs.${name}.done`)
    if (!job.parts) continue
    keys.add(`jobs.${name}.parts`)
    below.add(`jobs.${name}.why.`)
  }
  for (const [event, { tones }] of Object.entries(readJson<News>('catalogue/news.json').news))
    addAll(keys, tones ? Object.keys(tones).map((value) => `news.${event}.${value}`) : [`news.${event}`])
}

/** Our own models have a name in every language; others may have one. */
function modelsOf({ keys, below }: Asked): void {
  for (const [, { model, match = [], words }] of readAll<DeviceModel>('catalogue/devices/*/*.json')) {
    const ours = match.some(({ ecosystem }) => ecosystem === 'native')
    // What a model says of itself the catalogue check holds.
    if (words?.ch_DE.models) continue
    if (ours) keys.add(modelKey(model))
    else below.add(modelKey(model))
  }
}

/** The page that a gateway serves has all its words in one file, `local.screens.…` and so on. */
function localOf({ keys, below }: Asked): void {
  const asked: Asked = { keys: new Set(), below: new Set() }
  const places: Places = {
    screens: readAll<Screen>('catalogue/local/screens/*.json').map(([, screen]) => screen),
    resources: new Map(),
    forms: new Map(readAll<Form>('catalogue/local/forms/*.json')),
  }
  screensOf(places, asked)
  for (const [, menu] of readAll<Menu>('catalogue/local/menus/*.json')) menuOf(menu.items, asked)
  // Its codes are those that it has words for (gateway/node/setup/failure.ts).
  asked.below.add('codes')
  for (const code of ['OFFLINE', 'REQUEST_TIMED_OUT']) asked.keys.add(`codes.${code}`)
  const local = (names: Iterable<string>): string[] => [...names].map((name) => `local.${name}`)
  addAll(keys, local(asked.keys))
  addAll(below, local(asked.below))
}

/** Forms that components of our own draw: `<FormBlock name="modelHead" … />`. */
function formsInCode(asked: Asked): void {
  const { words } = namedInCode(
    new Set(),
    filesOfCode().filter((file) => file.startsWith('src/screens/')),
  )
  for (const [name, form] of readAll<Form>('catalogue/forms/*.json'))
    if (words.has(name)) formOf(name, form, asked)
}

/** Names of statuses that are said in the language of the person. */
function statusesOf({ keys }: Asked): void {
  const { names } = readJson<StatusCatalogue>('catalogue/statuses.json')
  addAll(
    keys,
    names.map(({ name }) => `statuses.names.${name}`),
  )
}

/** What the server writes to people. */
function mailsOf({ keys, below }: Asked): void {
  addAll(keys, ['mail.greeting', 'mail.farewell', 'mail.onItsWay', 'mail.unsubscribe'])
  addAll(
    below,
    mailKinds.map((kind) => `mail.kinds.${kind}.`),
  )
  below.add('mail.actions.')
  below.add('mail.push.')
  below.add('mail.alarms.')
  const breaks = readJson<Choices>('schemas/entities/rule-run.json').$defs?.break?.enum ?? []
  addAll(
    keys,
    [...breaks, ...ownNews].flatMap((why) => [`mail.news.${why}.title`, `mail.news.${why}.text`]),
  )
}

/** Every command that can be sent to many gateways, what is sent with it, and what is answered. */
function commandsOf({ keys }: Asked): void {
  for (const { command } of sendable) {
    keys.add(`commands.title.${command}`)
    for (const message of [command, `${command}_answer`])
      for (const [name, { enum: values = [], items, minItems, maxItems = 0 }] of Object.entries(
        propertiesOf(message),
      )) {
        keys.add(`commands.property.${name}`)
        // Where each entry has its place, each has a name, and what stands on it where it is a switch.
        if (minItems === maxItems)
          for (const area of items?.type === 'boolean' ? ['entry', 'short'] : ['entry'])
            addAll(
              keys,
              Array.from({ length: maxItems }, (_none, at) => `commands.${area}.${name}.${at + 1}`),
            )
        addAll(
          keys,
          values.map((value) => `commands.value.${name}.${String(value)}`),
        )
      }
  }
}

/** What stands in the report of a gateway, which the server writes. */
function reportOf({ below }: Asked): void {
  below.add('statistic.')
}

/** What the server calls the backup that is made before something comes out of a twin, and one in whose file there is no name. */
function backupsOf({ keys }: Asked): void {
  addAll(keys, ['status.backupName.from_twin', 'status.backupName.unnamed'])
}

/** What stands in the file of an export of personal data, which the server writes. */
function exportsOf({ below }: Asked): void {
  below.add('export.')
}

/** What a gateway is, in a word or two; why it is offline is said where that says more. */
function gatewaysOf({ keys, below }: Asked): void {
  addAll(
    keys,
    GATEWAY_STATES.map((state) => `status.gateway.${state}`),
  )
  const causes = readJson<Choices>('schemas/entities/offline-cause.json').enum ?? []
  addAll(
    below,
    causes.map((cause) => `status.offlineCause.${cause}`),
  )
}

/** What the self-check of a deployment says. */
function selfCheckOf({ keys }: Asked): void {
  addAll(
    keys,
    checks.flatMap(({ id }) => [`selfcheck.checks.${id}.what`, `selfcheck.checks.${id}.remedy`]),
  )
}

/** All that the catalogue, the schemas and the servers' codes ask for. */
export function derived(): Asked {
  const asked: Asked = { keys: new Set(), below: new Set() }
  screensOf(house(), asked)
  for (const [, menu] of readAll<Menu>('catalogue/menus/*.json')) menuOf(menu.items, asked)
  gatewaysOf(asked)
  for (const type of valuesOf('device', 'type') ?? []) asked.keys.add(`status.type.${type}`)
  mailsOf(asked)
  commandsOf(asked)
  reportOf(asked)
  backupsOf(asked)
  exportsOf(asked)
  selfCheckOf(asked)
  addAll(asked.keys, wordsOfSayings())
  statusesOf(asked)
  shortcutsOf(asked)
  happeningsOf(asked)
  modelsOf(asked)
  codesOf(asked)
  localOf(asked)
  formsInCode(asked)
  return asked
}
