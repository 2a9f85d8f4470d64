import { readFileSync } from 'node:fs'
import { onTile, partsOf } from '#engine/property/state/address.ts'
import { comparisonOf } from '#gateway/rules/conditions.ts'
import { wordsOfOnlyIf } from '#gateway/rules/only-if/words.ts'
import type { Naming, Phrase } from '#gateway/rules/phrase.ts'
import { type Speech, sentence } from '#gateway/rules/speak.ts'
import { speechIn } from '#gateway/rules/testing/speech.ts'
import { wordsOfRule } from '#gateway/rules/words/actions.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { demoDevices } from '#server/demo/home.ts'

/** A word that scenes know, the smallest scene of the demo home that says it, and the tests that prove it. */
export interface Example {
  word: string
  area: 'when' | 'onlyIf' | 'then' | 'again'
  /** As it stands in what is stored; each of the tests says it. */
  wire: string
  tests: readonly string[]
  rule: Rule
  /** As people say it, where they say it otherwise than the builder does. */
  said?: Readonly<Record<Language, string>>
  /** Why the line that understands sentences leaves it to the builder. */
  unsaid?: string
}

export type Language = 'ch_DE' | 'ch_EN'

interface Examples {
  words: readonly Example[]
  /** What people know from elsewhere, by which words they say it here, or by which tests it is proved that is no word. */
  asked: readonly { what: string; words?: readonly string[]; tests?: readonly string[] }[]
  /** What people know from elsewhere and cannot say here. */
  lacks: readonly string[]
}

export const FILE = 'tests/gateway/rules/words/scene-words.json'

export const { words: examples, asked, lacks } = JSON.parse(readFileSync(FILE, 'utf8')) as Examples

type Node = Readonly<Record<string, unknown>>

const schema = JSON.parse(readFileSync('schemas/entities/rule.json', 'utf8')) as Node & {
  $defs: Readonly<Record<string, Node>>
}

/** What only names, numbers or remembers something: no word of a scene. */
const NAMES =
  /(?:^|_)(?:id|name|desc|label|icon|destination|title)$|^(?:trigger_id|rule_logic|time_to_trigger|fullTime|isRepeating|time|active|version|draft|look|folder|alarmId|short_desc|event_source|address_id|device_value|push_notification|notification|alarm_notification|second|text|set_id)$/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** A part of the schema with its name, however it is referred to. */
function resolved(node: Node, called: string): { node: Node; called: string } {
  const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined
  if (name !== undefined) return resolved(schema.$defs[name] ?? {}, name)
  const [one] = Array.isArray(node.allOf) ? (node.allOf as Node[]) : []
  return one ? resolved(one, called) : { node, called }
}

const propertiesOf = (node: Node): [string, Node][] =>
  Object.entries((node.properties ?? {}) as Record<string, Node>).filter(([name]) => !NAMES.test(name))

const choicesOf = (node: Node): unknown[] =>
  Array.isArray(node.enum) ? node.enum : node.const !== undefined ? [node.const] : []

const waysOf = (node: Node): Node[] => (Array.isArray(node.oneOf) ? (node.oneOf as Node[]) : [])

/** Every word that the schema of rules has: a field, or one of the choices of a field. */
function wordsOfSchema(start: Node, name: string, into: Set<string>, seen: Set<Node>): Set<string> {
  const { node, called } = resolved(start, name)
  if (seen.has(node)) return into
  seen.add(node)
  for (const choice of choicesOf(node)) into.add(`${called} ${String(choice)}`)
  for (const way of waysOf(node)) wordsOfSchema(way, called, into, seen)
  if (isNode(node.items)) wordsOfSchema(node.items, called, into, seen)
  for (const [property, of] of propertiesOf(node)) {
    into.add(`${called}.${property}`)
    wordsOfSchema(of, `${called}.${property}`, into, seen)
  }
  return into
}

/** Which of these words a scene says. */
function wordsIn(value: unknown, start: Node, name: string, into: Set<string>): void {
  const { node, called } = resolved(start, name)
  if (Array.isArray(value)) {
    for (const one of value) if (isNode(node.items)) wordsIn(one, node.items, called, into)
    return
  }
  if (choicesOf(node).includes(value)) into.add(`${called} ${String(value)}`)
  for (const way of waysOf(node))
    if (fits(value, resolved(way, called).node)) wordsIn(value, way, called, into)
  if (!isNode(value)) return
  for (const [property, of] of propertiesOf(node)) {
    if (!(property in value)) continue
    into.add(`${called}.${property}`)
    wordsIn(value[property], of, `${called}.${property}`, into)
  }
}

function fits(value: unknown, way: Node): boolean {
  if (!isNode(value)) return false
  const required = Array.isArray(way.required) ? (way.required as string[]) : []
  const properties = (way.properties ?? {}) as Record<string, Node>
  return (
    required.every((name) => name in value) &&
    Object.entries(properties).every(([name, of]) => of.const === undefined || of.const === value[name])
  )
}

const vocabulary = JSON.parse(readFileSync('catalogue/scenes/vocabulary.json', 'utf8')) as SceneVocabulary

/** Every word of the vocabulary and of the schema of rules. */
export const allWords = (): ReadonlySet<string> =>
  new Set([
    ...wordsOfSchema(schema, 'rule', new Set(), new Set()),
    ...vocabulary.comparisons.map(({ id }) => `compare ${id}`),
    ...vocabulary.kinds.flatMap(({ id, sets }) => sets.map((one) => `all ${id} ${one.id}`)),
  ])

/** Which of them a scene says. */
export function saidBy(rule: Rule): ReadonlySet<string> {
  const into = new Set<string>()
  wordsIn(rule, schema, 'rule', into)
  for (const trigger of triggersOf(rule))
    into.add(`compare ${trigger.change ? CHANGES[trigger.change] : comparisonOf(trigger)}`)
  for (const { targets = [] } of rule.scenes ?? [])
    for (const { kind, sets } of targets) into.add(`all ${kind} ${sets}`)
  return into
}

const CHANGES = { any: 'CHANGES', up: 'RISES', down: 'DROPS' } as const satisfies Record<
  NonNullable<DeviceTrigger['change']>,
  SceneVocabulary['comparisons'][number]['id']
>

const triggersOf = ({ event_triggers = [] }: Rule): readonly DeviceTrigger[] => event_triggers

/** The words in which scenes of the demo home are told, and what its things are called. */
export async function telling(language: Language): Promise<{ speech: Speech; naming: Naming }> {
  const catalogue = await openCatalogue('catalogue')
  const devices = demoDevices(catalogue)
  const speech = speechIn(language, undefined, ['scenes', 'statuses', 'looks'])
  const values = new Map<string, Value>()
  for (const device of devices) {
    const { tile, sections } = catalogue.layoutOf(device).layout
    for (const placed of [...Object.values(sections).flat(), ...onTile(tile)])
      for (const { service, property, value } of partsOf(placed))
        values.set(`${device.id} ${service}/${property}`, value)
  }
  const naming: Naming = {
    device: (id) => devices.find((one) => one.id === id)?.device_name,
    property: (device, service, property) => values.get(`${device} ${service}/${property}`),
    kind: ({ kind, sets }) =>
      vocabulary.kinds.find(({ id }) => id === kind)?.sets.find(({ id }) => id === sets)?.value as
        | Value
        | undefined,
  }
  return { speech, naming }
}

/** Tells scenes of the demo home as the builder does. */
export async function teller(language: Language): Promise<(rule: Rule) => string> {
  const { speech, naming } = await telling(language)
  const line = (key: string, phrase: Phrase): string =>
    speech.say(`scenes.line.${key}`, '', { line: sentence(phrase, speech) })
  return (rule) => {
    const { when, sets } = wordsOfRule(rule, naming)
    const { only_if, run_mode, rule_logic } = rule
    return [
      ...(when.length > 1 ? [speech.say(`scenes.logic.${rule_logic}`).replace(/\.$/, '')] : []),
      ...when.map((phrase) => line('when', phrase)),
      ...(only_if && only_if.conditions.length + Number(only_if.logic === 'NONE') > 1
        ? [speech.say(`scenes.onlyIf.${only_if.logic}`)]
        : []),
      ...wordsOfOnlyIf(rule, naming).map((phrase) => line('onlyIf', phrase)),
      ...sets.flatMap(({ does }) => does.map((phrase) => line('then', phrase))),
      ...(run_mode ? [speech.say(`scenes.again.${run_mode}`).replace(/\.$/, '')] : []),
    ].join('. ')
  }
}
