import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Cell, Column, Fact, Screen } from '#schemas/generated/definitions/screen.ts'
import { type Asked, addAll, type Places } from './asked.ts'
import { readJson } from './files.ts'

/** Values of a field of an entity that come from a list; undefined for free ones. */
export function valuesOf(entity: string, field: string): readonly string[] | undefined {
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

/** What commands are called, and what is sent with them. */
function commandsOf(cell: Cell | undefined, { below }: Asked): void {
  if (cell === 'command') below.add('commands.title.')
  if (cell === 'parameters') addAll(below, ['commands.property.', 'commands.value.'])
}

function factsOf(facts: readonly Fact[], words: string, asked: Asked, entity?: string): void {
  for (const { value, cell, as } of facts) {
    const [root = '', ...path] = value.split('.')
    const field = path.join('.')
    asked.keys.add(`fields.${root === 'row' ? words : root}.${field}`)
    commandsOf(cell, asked)
    if (cell === 'badge' && as !== undefined) asked.below.add(`status.${as}.`)
    else if (cell === 'badge') statesOf(root === 'gateway' ? 'gateway' : entity, field, asked)
  }
}

/** Fields of a form, their choices and links; sentences below a field are up to the words. */
export function formOf(name: string, { schema, groups, fields = {} }: Form, { keys, below }: Asked): void {
  const { properties = {} } = readJson<{ properties?: Record<string, { enum?: unknown[] }> }>(
    `schemas/${schema}`,
  )
  for (const field of groups.flat()) {
    const words = `fields.${name}.${field}`
    keys.add(words)
    const { link, unequal, choices } = fields[field] ?? {}
    if (link !== undefined) keys.add(`${words}_link`)
    if (unequal !== undefined) keys.add(`codes.${unequal}`)
    addAll(
      keys,
      (properties[field]?.enum ?? []).map((choice) => `${words}_${String(choice)}`),
    )
    below.add(`${words}_help`)
    if (choices) below.add(`${words}_none`)
  }
}

export function fieldsOf(screen: Screen, { resources, forms }: Places, asked: Asked): void {
  const form = (name: string): void => {
    const definition = forms.get(name)
    if (definition) formOf(name, definition, asked)
  }
  const columnsOf = (resource: string, columns: readonly Column[]): void => {
    const entity = resources.get(resource)?.entity
    for (const { field, cell, marks = [], otherWords } of columns) {
      asked.keys.add(`fields.${resource}.${field}`)
      if (cell === 'badge') statesOf(entity, field, asked)
      commandsOf(cell, asked)
      if (cell === 'counted') asked.below.add('status.counted.')
      if (cell === 'share') asked.keys.add(`status.share.${field}`)
      if (otherWords) statesOf(undefined, otherWords.as, asked)
      // Who is no person has words of his kind.
      if (cell === 'actor') asked.below.add(`status.${field}.`)
      for (const mark of marks)
        addAll(
          asked.keys,
          ['one', 'other'].map((form) => `fields.${resource}.${mark.field}_${form}`),
        )
    }
  }
  if (screen.kind === 'list') {
    columnsOf(screen.resource, screen.columns)
    // In a file what stands below a value is a column with a name.
    for (const { note } of screen.csv ? screen.columns : [])
      if (note !== undefined) asked.keys.add(`fields.${screen.resource}.${note}`)
    factsOf(screen.details ?? [], screen.resource, asked, resources.get(screen.resource)?.entity)
    const entity = resources.get(screen.resource)?.entity
    for (const { field, values: offered, words = field } of screen.filters ?? []) {
      asked.keys.add(`fields.${screen.resource}.${field}`)
      // What a filter offers by itself may be names, which need no words.
      if (offered) asked.below.add(`status.${words}.`)
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
      if (block.block !== 'list') continue
      columnsOf(block.resource, block.columns)
      factsOf(block.details ?? [], block.resource, asked, resources.get(block.resource)?.entity)
    }
}
