import type { DeviceHead, FloorFacts } from '#engine/ports.ts'
import { type nameOf as NameOf, nameOf, valueWord } from '#gateway/lib/names/names.ts'
import type { SceneLanguage, SceneRoles } from '#schemas/generated/definitions/scene-language.ts'
import type { RuleStatus, SunMoment, TargetPlace } from '#schemas/generated/entities/rule.ts'
import { choicesOf, type Scalar } from '../builder/forms/PlainValue.tsx'
import { known, type OfferedProperty } from '../builder/offered/properties.ts'
import { stemOf, type Token, wordsOfName } from './tokens.ts'

export type Role = keyof SceneRoles

/** Of whom the name is that stands beside such a word. */
export const NAMING_ROLES = ['scene', 'status', 'address'] as const satisfies readonly Role[]
type NamingRole = (typeof NAMING_ROLES)[number]

/** What a piece of a sentence may mean. */
export type Meaning =
  | { is: 'role'; role: Role }
  | { is: 'device'; ids: readonly string[] }
  | { is: 'place'; place: TargetPlace }
  | { is: 'kind'; kind: string }
  /** Ordered: it is told to be so. */
  | { is: 'state'; state: string; ordered: boolean; soft: boolean }
  /** The word of a value, by the texts of the catalogue. */
  | { is: 'value'; word: string }
  | { is: 'property'; name: string }
  | { is: 'status'; status: KnownStatus }
  | { is: 'scene'; id: string; name: string }
  /** An address elsewhere that can be called. */
  | { is: 'address'; id: string; name: string }
  | { is: 'sun'; event: SunMoment['event'] }
  | { is: 'days'; days: readonly number[] }
  | { is: 'unit'; unit: string }
  | { is: 'number'; value: number }
  | { is: 'clock'; hour: number; minute: number }
  /** So many minutes after the hour that follows. */
  | { is: 'part'; minutes: number }
  | { is: 'window'; from: SunMoment['event']; to: SunMoment['event'] }
  | { is: 'quote'; text: string }
  | { is: 'comma' }

export type KnownStatus = Pick<RuleStatus, 'name' | 'icon' | 'resource_id'>

/** What of a home a sentence may be about. */
export interface Facts {
  heads: readonly DeviceHead[]
  floors: readonly FloorFacts[]
  statuses: readonly KnownStatus[]
  /** Which a scene can run. */
  scenes: readonly { id: string; name: string }[]
  /** Addresses elsewhere which a scene can call. */
  addresses: readonly { id: string; name: string }[]
  words: Parameters<typeof NameOf>[1]
  /** The status of the home that has this meaning. */
  statusMeant(meaning: string): KnownStatus | undefined
  /** How a status is called. */
  statusName(name: string): string
}

/** Words that were said, and what they may mean; the longest counts. */
export interface Lexicon {
  language: SceneLanguage
  facts: Facts
  /** All that begins with the word at that place, the longest only. */
  at(tokens: readonly Token[], from: number): { length: number; meanings: readonly Meaning[] } | undefined
  /** Whose names have that word, or one that ends with it. */
  named(word: string): readonly string[]
  /** A word that is made of the name of a place and another one. */
  split(word: string): { meanings: readonly Meaning[]; named?: readonly string[] } | undefined
  /** Words of each state, in every language that is known. */
  states: ReadonlyMap<string, ReadonlySet<string>>
}

interface Node {
  next: Map<string, Node>
  meanings: Meaning[]
}

const nodeOf = (): Node => ({ next: new Map(), meanings: [] })

function add(root: Node, words: readonly string[], meaning: Meaning): void {
  if (words.length === 0) return
  let node = root
  for (const word of words) {
    const next = node.next.get(word) ?? nodeOf()
    node.next.set(word, next)
    node = next
  }
  const same = JSON.stringify(meaning)
  if (!node.meanings.some((other) => JSON.stringify(other) === same)) node.meanings.push(meaning)
}

function longest(root: Node, words: readonly string[], from: number) {
  let node: Node | undefined = root
  let best: { length: number; meanings: readonly Meaning[] } | undefined
  for (let at = from; node && at < words.length; at += 1) {
    node = node.next.get(words[at] ?? '')
    if (node && node.meanings.length > 0) best = { length: at - from + 1, meanings: node.meanings }
  }
  return best
}

/** The name of a value, as words are compared. */
export const valueName = (offered: OfferedProperty, raw: Scalar, { words }: Pick<Facts, 'words'>): string => {
  const named = [...(offered.value.options ?? []), ...(offered.value.presets ?? [])]
  const label = named.find(({ value }) => String(value) === String(raw))?.label
  return wordsOfName(valueWord(offered, raw, words, label)).join(' ')
}

export const propertyWords = (offered: OfferedProperty, { words }: Pick<Facts, 'words'>): string =>
  wordsOfName(nameOf(offered, words)).join(' ')

/** A word of a compound says the most at its end: every `Wasserhahn` is a `Hahn`. */
const SHORTEST_HEAD = 4

/** What stands between the words of a compound, the longest first. */
const GLUE = ['en', 'es', 'er', 'e', 'n', 's', '']

export function lexiconOf(language: SceneLanguage, all: readonly SceneLanguage[], facts: Facts): Lexicon {
  const said = nodeOf()
  const names = nodeOf()
  const put = (words: readonly string[] | undefined, meaning: Meaning): void => {
    for (const word of words ?? []) add(said, word.split(' '), meaning)
  }
  const soft = new Set(language.soft)

  for (const [role, words] of Object.entries(language.roles)) put(words, { is: 'role', role: role as Role })
  for (const [state, words] of Object.entries(language.states))
    for (const word of words) put([word], { is: 'state', state, ordered: false, soft: soft.has(word) })
  for (const [state, words] of Object.entries(language.orders))
    put(words, { is: 'state', state, ordered: true, soft: false })
  for (const [kind, words] of Object.entries(language.kinds)) put(words, { is: 'kind', kind })
  for (const [event, words] of Object.entries(language.sun))
    put(words, { is: 'sun', event: event as SunMoment['event'] })
  for (const { days, words } of language.days) put(words, { is: 'days', days })
  for (const [unit, words] of Object.entries(language.units)) put(words, { is: 'unit', unit })
  for (const [word, value] of Object.entries(language.numbers)) put([word], { is: 'number', value })
  for (const { hour, minute, words } of language.clocks) put(words, { is: 'clock', hour, minute })
  for (const { minutes, words } of language.clockParts) put(words, { is: 'part', minutes })
  for (const { from, to, words } of language.windows) put(words, { is: 'window', from, to })
  for (const [meaning, words] of Object.entries(language.statuses)) {
    const status = facts.statusMeant(meaning)
    if (status) put(words, { is: 'status', status })
  }

  // Homes are often named in another language than people speak: each name also stands for what is said for it.
  const instead = new Map<string, string[]>()
  for (const [spoken, meant] of Object.entries(language.same))
    for (const word of meant) instead.set(word, [...(instead.get(word) ?? []), spoken])
  const variants = (words: readonly string[]): string[][] => [
    [...words],
    ...words.flatMap((word, at) =>
      (instead.get(word) ?? []).map((other) => [
        ...words.slice(0, at),
        ...other.split(' '),
        ...words.slice(at + 1),
      ]),
    ),
  ]
  const name = (text: string, meaning: Meaning): void => {
    for (const words of variants(wordsOfName(text))) add(names, words.map(stemOf), meaning)
  }
  const beside = (role: NamingRole, text: string, meaning: Meaning): void => {
    const words = wordsOfName(text).map(stemOf)
    if (words.length === 0) return
    for (const one of language.roles[role]) {
      add(names, [...one.split(' ').map(stemOf), ...words], meaning)
      add(names, [...words, ...one.split(' ').map(stemOf)], meaning)
    }
  }

  const alike = new Map<string, string[]>()
  for (const head of facts.heads) {
    const key = wordsOfName(head.name).join(' ')
    alike.set(key, [...(alike.get(key) ?? []), head.id])
  }
  for (const [key, ids] of alike) name(key, { is: 'device', ids })
  const places: { stem: string; place: TargetPlace }[] = []
  const placed = (text: string, place: TargetPlace): void => {
    name(text, { is: 'place', place })
    for (const words of variants(wordsOfName(text)))
      if (words.length === 1 && (words[0]?.length ?? 0) >= 3)
        places.push({ stem: stemOf(words[0] ?? ''), place })
  }
  for (const floor of facts.floors) {
    placed(floor.name, { floor_id: floor.id, name: floor.name })
    for (const room of floor.rooms) placed(room.name, { room_id: room.id, name: room.name })
  }
  for (const status of facts.statuses)
    beside('status', facts.statusName(status.name), { is: 'status', status })
  for (const { id, name: of } of facts.scenes) beside('scene', of, { is: 'scene', id, name: of })
  for (const { id, name: of } of facts.addresses) beside('address', of, { is: 'address', id, name: of })

  const values = new Set<string>()
  const properties = new Set<string>()
  const layouts = new Set(facts.heads.flatMap(({ layout }) => layout ?? []))
  for (const head of facts.heads) {
    if (!head.layout || !layouts.delete(head.layout)) continue
    for (const offered of known(head)) {
      properties.add(propertyWords(offered, facts))
      for (const choice of choicesOf(offered)) values.add(valueName(offered, choice, facts))
    }
  }
  for (const of of properties) name(of, { is: 'property', name: of })
  for (const word of values) if (word !== '') add(said, word.split(' '), { is: 'value', word })

  const states = new Map<string, Set<string>>()
  for (const { states: of, orders } of all)
    for (const part of [of, orders])
      for (const [state, words] of Object.entries(part))
        states.set(state, new Set([...(states.get(state) ?? []), ...words]))

  const owners = new Map<string, string[]>()
  for (const { id, name: of } of facts.heads)
    for (const words of variants(wordsOfName(of)))
      for (const word of words) {
        const stem = stemOf(word)
        const ids = owners.get(stem) ?? []
        if (!ids.includes(id)) owners.set(stem, [...ids, id])
      }
  const stems = [...owners.keys()]
  const named = (word: string): readonly string[] => {
    const stem = stemOf(word)
    const same = owners.get(stem) ?? []
    if (same.length > 0 || word.length < SHORTEST_HEAD) return same
    return [
      ...new Set(stems.filter((other) => other.endsWith(stem)).flatMap((other) => owners.get(other) ?? [])),
    ]
  }

  return {
    language,
    facts,
    states,
    at(tokens, from) {
      const words = tokens.map(({ text }) => text)
      const plain = longest(said, words, from)
      const own = longest(names, words.slice(from, from + 20).map(stemOf), 0)
      if (!plain || !own) return plain ?? own
      if (plain.length !== own.length) return plain.length > own.length ? plain : own
      return { length: plain.length, meanings: [...plain.meanings, ...own.meanings] }
    },
    named,
    split(word) {
      const rests = places.flatMap(({ stem, place }) =>
        GLUE.filter((glue) => word.startsWith(stem + glue)).map((glue) => ({
          place,
          rest: word.slice(stem.length + glue.length),
        })),
      )
      for (const { place, rest } of rests) {
        const found = longest(said, [rest], 0) ?? longest(names, [stemOf(rest)], 0)
        if (found && rest.length >= 3) return { meanings: [{ is: 'place', place }, ...found.meanings] }
      }
      for (const { place, rest } of rests) {
        const devices = rest.length < SHORTEST_HEAD ? [] : named(rest)
        if (devices.length > 0) return { meanings: [{ is: 'place', place }], named: devices }
      }
      return undefined
    },
  }
}
