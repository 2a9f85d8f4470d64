import { modelKey } from '#gateway/lib/text-keys.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { ErrorRules } from '#schemas/generated/definitions/errors.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Jobs } from '#schemas/generated/definitions/jobs.ts'
import type { Menu, MenuItem } from '#schemas/generated/definitions/menu.ts'
import type { News } from '#schemas/generated/definitions/news.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ActionUse, Column, Fact, Screen } from '#schemas/generated/definitions/screen.ts'
import type { Shortcuts } from '#schemas/generated/definitions/shortcuts.ts'
import { mailKinds } from '#server/outbound/mails.ts'
import { sentences as setupSentences } from '../../gateway/node/setup/failure.ts'
import { sentences } from '../../server/http/failure.ts'
import { GATEWAY_STATES } from '../../src/engine/cells/gateway-state.ts'
import { readAll, readJson } from './files.ts'

/** What the data asks for: keys that must exist, and prefixes below which any key may stand (models, values of no list). */
export interface Asked {
  keys: Set<string>
  below: Set<string>
}

interface Places {
  screens: readonly Screen[]
  resources: ReadonlyMap<string, Resource>
  forms: ReadonlyMap<string, Form>
}

const addAll = (keys: Set<string>, more: Iterable<string>): void => {
  for (const key of more) keys.add(key)
}

const nameOf = (use: ActionUse): string => (typeof use === 'string' ? use : use.action)

/** Keys of the screens themselves: `screens.<id>.*`. */
function wordsOf(screen: Screen, views: ReadonlySet<string>, { keys, below }: Asked): void {
  const words = `screens.${screen.id}`
  const ask = (...names: string[]): void =>
    addAll(
      keys,
      names.map((name) => `${words}.${name}`),
    )
  ask('title')
  if (views.has(screen.id)) ask('view')
  switch (screen.kind) {
    case 'form':
      ask('text', 'submit', ...(screen.tabs ?? []).map((tab) => `tabs.${tab}`))
      return
    case 'notice':
      ask('text')
      return
    case 'list':
      ask('context_one', 'context_other', 'empty.title', 'empty.text')
      if (screen.search) ask('search')
      if (screen.summary) ask('summary')
      return
    case 'tiles':
      if (screen.search) ask('search')
      return
    case 'wizard':
      for (const step of screen.steps) {
        ask(`steps.${step.id}.title`, `steps.${step.id}.text`)
        if ('form' in step) ask(`steps.${step.id}.submit`)
        if ('choose' in step)
          for (const { value } of step.options)
            ask(`steps.${step.id}.options.${value}.title`, `steps.${step.id}.options.${value}.text`)
      }
      return
    case 'status':
      ask('text')
      if (screen.textBy) below.add(`${words}.byModel.`)
      if (screen.progress?.stage) below.add(`${words}.stages.`)
      return
    case 'sections':
      for (const block of screen.sections) {
        if (block.block === 'custom') continue
        ask(`sections.${block.id}.title`)
        if (block.text) ask(`sections.${block.id}.text`)
        if (block.block === 'form') ask(`sections.${block.id}.submit`)
        if (block.block === 'list') ask(`sections.${block.id}.empty.title`, `sections.${block.id}.empty.text`)
      }
      return
    default:
  }
}

/** Values of a field of an entity that come from a list; undefined for free ones. */
function valuesOf(entity: string, field: string): readonly string[] | undefined {
  if (entity === 'device' && field === 'type')
    return readJson<{ $defs: { type: { enum: string[] } } }>('schemas/definitions/device-model.json').$defs
      .type.enum
  const schema = readJson<{
    properties: Record<string, { enum?: unknown[]; $ref?: string }>
    $defs?: Record<string, { enum?: unknown[] }>
  }>(`schemas/entities/${entity}.json`)
  const found = schema.properties[field]
  const list = found?.$ref?.startsWith('#/$defs/') ? schema.$defs?.[found.$ref.slice(8)]?.enum : found?.enum
  return list?.map(String)
}

/** Words of values: `status.<field>.<value>`; where no list names them, `other` and whatever else is known. */
function statesOf(entity: string | undefined, field: string, { keys, below }: Asked): void {
  const values = entity === undefined ? undefined : valuesOf(entity, field)
  if (values)
    return addAll(
      keys,
      values.map((value) => `status.${field}.${value}`),
    )
  keys.add(`status.${field}.other`)
  below.add(`status.${field}.`)
}

function factsOf(facts: readonly Fact[], words: string, asked: Asked): void {
  for (const { value, cell } of facts) {
    const [root = '', ...path] = value.split('.')
    const field = path.join('.')
    asked.keys.add(`fields.${root === 'row' ? words : root}.${field}`)
    if (cell === 'badge') statesOf(root === 'gateway' ? 'gateway' : undefined, field, asked)
  }
}

/** Fields of a form, their choices and links; a sentence below a field is up to the words. */
function formOf(name: string, { schema, groups, fields = {} }: Form, { keys, below }: Asked): void {
  const { properties = {} } = readJson<{ properties?: Record<string, { enum?: unknown[] }> }>(
    `schemas/${schema}`,
  )
  for (const field of groups.flat()) {
    const words = `fields.${name}.${field}`
    keys.add(words)
    const { link, unequal } = fields[field] ?? {}
    if (link !== undefined) keys.add(`${words}_link`)
    if (unequal !== undefined) keys.add(`codes.${unequal}`)
    addAll(
      keys,
      (properties[field]?.enum ?? []).map((choice) => `${words}_${String(choice)}`),
    )
    below.add(`${words}_help`)
  }
}

function fieldsOf(screen: Screen, { resources, forms }: Places, asked: Asked): void {
  const form = (name: string): void => {
    const definition = forms.get(name)
    if (definition) formOf(name, definition, asked)
  }
  const columnsOf = (resource: string, columns: readonly Column[]): void => {
    const entity = resources.get(resource)?.entity
    for (const { field, cell } of columns) {
      asked.keys.add(`fields.${resource}.${field}`)
      if (cell === 'badge') statesOf(entity, field, asked)
    }
  }
  if (screen.kind === 'list') {
    columnsOf(screen.resource, screen.columns)
    const entity = resources.get(screen.resource)?.entity
    for (const { field } of screen.filters ?? []) {
      asked.keys.add(`fields.${screen.resource}.${field}`)
      const values = entity === undefined ? undefined : valuesOf(entity, field)
      addAll(
        asked.keys,
        (values ?? []).map((value) => `status.${field}.${value}`),
      )
    }
  }
  if (screen.kind === 'form') form(screen.form)
  if (screen.kind === 'wizard')
    for (const step of screen.steps) {
      if ('form' in step) form(step.form)
      else if ('facts' in step) factsOf(step.facts, screen.id, asked)
    }
  if (screen.kind === 'status') factsOf(screen.facts ?? [], screen.id, asked)
  if (screen.kind === 'sections')
    for (const block of screen.sections) {
      if (block.block === 'facts') factsOf(block.facts, block.id, asked)
      if (block.block === 'form') form(block.form)
      if (block.block === 'list') columnsOf(block.resource, block.columns)
    }
}

function usesOf(screen: Screen): readonly ActionUse[] {
  switch (screen.kind) {
    case 'list':
      return [...(screen.rowActions ?? []), ...(screen.selectionActions ?? []), ...(screen.pageActions ?? [])]
    case 'device':
      return [...(screen.pageActions ?? []), ...Object.values(screen.sectionActions ?? {}).flat()]
    case 'form':
    case 'document':
    case 'notice':
      return screen.links ?? []
    case 'status':
      return screen.use ?? []
    case 'wizard':
      return [
        ...(screen.pageActions ?? []),
        ...screen.steps.flatMap((step) => ('facts' in step ? (step.use ?? []) : [])),
      ]
    case 'sections':
      return [
        ...(screen.pageActions ?? []),
        ...screen.sections.flatMap((block) => [
          ...('use' in block ? (block.use ?? []) : []),
          ...('fill' in block ? (block.fill ?? []) : []),
          ...('rowActions' in block ? (block.rowActions ?? []) : []),
        ]),
      ]
    case 'custom':
      return []
    default:
      return screen.pageActions ?? []
  }
}

/** What is said when something was done with several rows; code says it by itself. */
function severalOf(screen: Screen, actions: Readonly<Record<string, Action>>, { keys }: Asked): void {
  if (screen.kind !== 'list') return
  for (const name of (screen.selectionActions ?? []).map(nameOf)) {
    const action = actions[name]
    if (action && !('code' in action)) addAll(keys, [`toasts.${name}_one`, `toasts.${name}_other`])
  }
}

/** What an action says: its confirmation and its outcomes. */
function actionOf(name: string, action: Action, { keys }: Asked): void {
  if ('ask' in action && action.ask !== undefined)
    addAll(keys, [`actions.${name}`, `notices.ask.${name}.title`, `notices.ask.${name}.text`])
  if ('confirm' in action) {
    if (action.confirm === 'undo') keys.add(`toasts.undo.${name}`)
    else if (action.confirm && action.confirm !== 'otp') {
      keys.add(`actions.${name}`)
      keys.add(`notices.confirm.${name}.title`)
      keys.add(`notices.confirm.${name}.text`)
    }
  }
  for (const { toast, show } of Object.values(('outcomes' in action && action.outcomes) || {})) {
    if (toast) keys.add(`toasts.${toast}`)
    if (show) addAll(keys, [`notices.${show}.title`, `notices.${show}.text`])
  }
}

function actionsOf(screen: Screen, { resources, forms }: Places, asked: Asked): void {
  const own = 'actions' in screen ? (screen.actions ?? {}) : {}
  const listed =
    screen.kind === 'sections'
      ? screen.sections.flatMap((block) => (block.block === 'list' ? [block.resource] : []))
      : 'resource' in screen
        ? [screen.resource]
        : []
  const resource = Object.assign({}, ...listed.map((name) => resources.get(name)?.actions))
  severalOf(screen, { ...resource, ...own }, asked)
  for (const [name, action] of Object.entries<Action>({ ...resource, ...own })) {
    actionOf(name, action, asked)
    const asking = 'ask' in action ? action.ask : undefined
    const form = asking === undefined ? undefined : forms.get(asking)
    if (asking !== undefined && form) formOf(asking, form, asked)
  }
  for (const use of usesOf(screen)) asked.keys.add(`actions.${nameOf(use)}`)
  if (screen.kind === 'form') {
    actionOf(screen.id, screen.submit, asked)
    addAll(
      asked.keys,
      Object.values(screen.says ?? {}).map((said) => `notices.${said}.text`),
    )
  }
  if (screen.kind === 'wizard')
    for (const step of screen.steps)
      if ('form' in step && step.submit) actionOf(`${screen.id}.${step.id}`, step.submit, asked)
      else if ('part' in step)
        for (const call of Object.values(step.calls ?? {}).flat())
          actionOf(`${screen.id}.${step.id}`, call.does, asked)
  if (screen.kind === 'sections')
    for (const block of screen.sections)
      if (block.block === 'form') actionOf(`${screen.id}.${block.id}`, block.submit, asked)
}

/** Codes of the error rules and of the server; the session check has two of its own (spec 1 §8). */
function codesOf({ keys }: Asked): void {
  const rules = readJson<ErrorRules>('catalogue/errors.json')
  const codes = new Set([...Object.keys(sentences), '00001', '00003'])
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

function happeningsOf({ keys }: Asked): void {
  for (const [name, job] of Object.entries(readJson<Jobs>('catalogue/jobs.json').jobs)) {
    keys.add(`jobs.${name}.title`)
    for (const states of Object.values(job.events))
      addAll(
        keys,
        (typeof states === 'string' ? [states] : Object.values(states.is)).map(
          (state) => `jobs.${name}.${state}`,
        ),
      )
  }
  for (const [event, { tones }] of Object.entries(readJson<News>('catalogue/news.json').news))
    addAll(keys, tones ? Object.keys(tones).map((value) => `news.${event}.${value}`) : [`news.${event}`])
}

/** Our own models have a name in every language; others may have one. */
function modelsOf({ keys, below }: Asked): void {
  for (const [, { model, match = [] }] of readAll<DeviceModel>('catalogue/devices/*/*.json')) {
    const ours = match.some(({ ecosystem }) => ecosystem === 'native')
    if (ours) keys.add(modelKey(model))
    else below.add(modelKey(model))
  }
}

function screensOf(places: Places, asked: Asked, wanted = places.screens): void {
  const views = new Set(places.screens.flatMap((screen) => ('views' in screen ? (screen.views ?? []) : [])))
  for (const screen of wanted) {
    wordsOf(screen, views, asked)
    fieldsOf(screen, places, asked)
    actionsOf(screen, places, asked)
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
  for (const code of [...Object.keys(setupSentences), 'OFFLINE', 'REQUEST_TIMED_OUT'])
    asked.keys.add(`codes.${code}`)
  const local = (names: Iterable<string>): string[] => [...names].map((name) => `local.${name}`)
  addAll(keys, local(asked.keys))
  addAll(below, local(asked.below))
}

const house = (): Places => ({
  screens: readAll<Screen>('catalogue/screens/**/*.json').map(([, screen]) => screen),
  resources: new Map(readAll<Resource>('catalogue/resources/*.json')),
  forms: new Map(readAll<Form>('catalogue/forms/*.json')),
})

/** What some screens of the house ask for. */
export function askedBy(screens: readonly Screen[]): Asked {
  const asked: Asked = { keys: new Set(), below: new Set() }
  screensOf(house(), asked, screens)
  return asked
}

/** What the server writes to people. */
function mailsOf({ keys, below }: Asked): void {
  addAll(keys, ['mail.greeting', 'mail.farewell', 'mail.onItsWay'])
  addAll(
    below,
    mailKinds.map((kind) => `mail.kinds.${kind}.`),
  )
  below.add('mail.actions.')
}

/** All that the catalogue, the schemas and the servers' codes ask for. */
export function derived(): Asked {
  const asked: Asked = { keys: new Set(), below: new Set() }
  screensOf(house(), asked)
  for (const [, menu] of readAll<Menu>('catalogue/menus/*.json')) menuOf(menu.items, asked)
  for (const state of GATEWAY_STATES) asked.keys.add(`status.gateway.${state}`)
  for (const type of valuesOf('device', 'type') ?? []) asked.keys.add(`status.type.${type}`)
  mailsOf(asked)
  shortcutsOf(asked)
  happeningsOf(asked)
  modelsOf(asked)
  codesOf(asked)
  localOf(asked)
  return asked
}
