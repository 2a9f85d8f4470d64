import type { DeviceHead } from '#engine/ports.ts'
import type { KindValue } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type {
  ActionSet,
  ActionTarget,
  DeviceSetting,
  RuleNotification,
} from '#schemas/generated/entities/rule.ts'
import { isEmptySet, newId, pauseOf, putSet, type RuleInBuilding } from '../builder/draft/rule-edit.ts'
import {
  putNotification,
  putSetRule,
  putSetStatus,
  putSetting,
  putTarget,
} from '../builder/draft/set-edit.ts'
import { canBeSet, settable } from '../builder/offered/offered.ts'
import { vocabulary } from '../builder/offered/vocabulary.ts'
import type { Clause } from './clauses.ts'
import { chosenOf } from './found.ts'
import {
  type Change,
  canTake,
  changeOf,
  HOW_MUCH,
  isCalled,
  narrowed,
  opposite,
  type Predicate,
  predicateOf,
  saysSomething,
} from './predicates.ts'
import { isUnknown, meant, type Piece, plays } from './read.ts'
import type { Reading, SceneWords } from './reading.ts'
import { hasSubject, inAny, type Mention, type Subjects, subjectsOf } from './subjects.ts'

/** Targets that an action may have, and actions that a rule may (schemas/entities/rule.json). */
const MOST_TARGETS = 10
const MOST_SETS = 90

interface Part {
  pieces: readonly Piece[]
  subjects: Subjects
  predicate: Predicate
  joint: Clause['joint']
  /** It was said what is done before it was said with what. */
  led: boolean
  later: number | undefined
  lasts: number | undefined
}

/** Puts something into an action; `back` undoes it where it is meant for a while. */
interface Doing {
  into(set: ActionSet): ActionSet
  back: ((set: ActionSet) => ActionSet) | undefined
  /** What it sets: told twice in one action, the first would be lost. */
  keys: readonly string[]
}

/** What is done, one after the other, with the pauses between. */
export function doneIn(
  clauses: readonly Clause[],
  reading: Reading,
  into: RuleInBuilding,
  words: SceneWords,
): RuleInBuilding {
  const parts = clauses.map((clause) => partOf(clause, reading))
  inherit(parts)
  const sets: ActionSet[] = []
  const backs: { ms: number; back: (set: ActionSet) => ActionSet }[] = []
  let taken = new Set<string>()
  let number = 0
  const open = (): ActionSet => {
    number += 1
    taken = new Set()
    const set = { id: newId(), name: words.action(number) }
    sets.push(set)
    return set
  }
  let now: ActionSet | undefined
  for (const part of parts) {
    if (part.later !== undefined) {
      reading.use(...part.pieces.filter((piece) => meant(piece, 'later')))
      // Nothing waits before it has begun.
      sets.push(pauseOf(newId(), part.later))
      now = undefined
    }
    for (const doing of doingsOf(part, reading, into, words)) {
      if (sets.length > MOST_SETS) {
        reading.gap(part.pieces, 'tooMany')
        continue
      }
      if (!now || doing.keys.some((key) => taken.has(key)) || (now.targets?.length ?? 0) >= MOST_TARGETS)
        now = open()
      for (const key of doing.keys) taken.add(key)
      now = doing.into(now)
      sets[sets.length - 1] = now
      if (part.lasts === undefined) continue
      if (doing.back) backs.push({ ms: part.lasts, back: doing.back })
      else
        reading.gap(
          part.pieces.filter((piece) => meant(piece, 'duration')),
          'value',
        )
    }
  }
  let waited = 0
  for (const { ms, back } of backs.toSorted((a, b) => a.ms - b.ms)) {
    if (ms > waited || !now) {
      sets.push(pauseOf(newId(), ms - waited))
      now = open()
      waited = ms
    }
    now = back(now)
    sets[sets.length - 1] = now
  }
  // A pause behind which nothing comes says nothing.
  while (sets.length > 0 && sets.at(-1)?.delay !== undefined) sets.pop()
  return sets
    .filter((set) => set.delay !== undefined || !isEmptySet(set))
    .reduce(putSet, into) as RuleInBuilding
}

function partOf({ pieces, joint }: Clause, { lexicon }: Reading): Part {
  const plain = pieces.filter(
    (piece) => !meant(piece, 'moment') && !meant(piece, 'span') && !meant(piece, 'beyond'),
  )
  const says = (piece: Piece): boolean => piece.meanings.some(({ is }) => is === 'state')
  const subject = plain.findIndex((piece) => hasSubject(subjectsOf([piece], lexicon.facts)))
  const said = plain.findIndex(says)
  const predicate = predicateOf(plain)
  const ramps = predicate.over !== undefined
  return {
    ...{ pieces: plain, joint, subjects: subjectsOf(plain, lexicon.facts), predicate },
    led: said >= 0 && subject >= 0 && said < subject,
    later: ramps ? undefined : plain.flatMap((piece) => meant(piece, 'later')?.ms ?? [])[0],
    lasts: ramps ? undefined : plain.flatMap((piece) => meant(piece, 'duration')?.ms ?? [])[0],
  }
}

/** "Licht in der Küche und im Bad aus", "turn on the lamp and the fan": what is said once is meant of both. */
function inherit(parts: Part[]): void {
  for (let at = 0; at < parts.length; at += 1) {
    const [before, part, behind] = [parts[at - 1], parts[at] as Part, parts[at + 1]]
    if (isItself(part)) continue
    if (!saysSomething(part.predicate) && hasSubject(part.subjects)) {
      const from = before?.led && part.joint ? before : (behindOf(parts, at) ?? before)
      if (from) {
        part.predicate = from.predicate
        part.led = from.led
        part.lasts ??= from.lasts
      }
    }
    if (saysSomething(part.predicate) && !hasSubject(part.subjects) && before && !isItself(before))
      part.subjects = before.subjects
    // "… in der Küche und im Bad": of the same kind, in another place.
    const { kinds, mentions, places } = part.subjects
    if (kinds.length + mentions.length === 0 && places.length > 0) {
      const kind = before?.subjects.kinds.length ? before.subjects.kinds : (behind?.subjects.kinds ?? [])
      part.subjects = { ...part.subjects, kinds: kind }
    }
  }
}

/** The next that says something, as long as they belong together. */
function behindOf(parts: readonly Part[], at: number): Part | undefined {
  for (let next = at + 1; next < parts.length; next += 1) {
    const one = parts[next] as Part
    if (isItself(one)) return undefined
    if (saysSomething(one.predicate)) return one
  }
  return undefined
}

const ITSELF = ['scene', 'status', 'address'] as const

/** It needs nothing of its neighbours. */
const isItself = ({ pieces }: Part): boolean =>
  pieces.some((piece) => plays(piece, 'tell') || ITSELF.some((is) => meant(piece, is)))

function doingsOf(part: Part, reading: Reading, rule: RuleInBuilding, words: SceneWords): Doing[] {
  const { pieces, predicate } = part
  const scene = pieces.map((piece) => meant(piece, 'scene')).find((one) => one)
  const status = pieces.map((piece) => meant(piece, 'status')).find((one) => one)?.status
  const known = pieces.filter((piece) => !isUnknown(piece))
  const onOff = predicate.states.find((state) => state === 'on' || state === 'off')
  if (pieces.some((piece) => plays(piece, 'tell'))) {
    const quote = pieces.map((piece) => meant(piece, 'quote')?.text).find((text) => text)
    reading.use(...pieces.filter((piece) => plays(piece, 'tell') || meant(piece, 'quote')))
    const short_desc = (quote ?? words.tell(rule)).slice(0, 200)
    const told: RuleNotification = { notification_id: newId(), type: 1, short_desc }
    return [{ into: (set) => putNotification(set, told), back: undefined, keys: [] }]
  }
  if (scene) {
    reading.use(...known)
    const act =
      onOff === undefined || pieces.some((piece) => plays(piece, 'run'))
        ? 'run'
        : onOff === 'on'
          ? 'switch_on'
          : 'switch_off'
    const action = { rule_id: scene.id, name: scene.name, act } as const
    return [{ into: (set) => putSetRule(set, action), back: undefined, keys: [`scene ${scene.id}`] }]
  }
  const address = pieces.map((piece) => meant(piece, 'address')).find((one) => one)
  if (address) {
    reading.use(...known)
    const call = { address_id: address.id, name: address.name, fields: [] }
    const told: RuleNotification = { notification_id: newId(), type: 2, call }
    return [{ into: (set) => putNotification(set, told), back: undefined, keys: [] }]
  }
  if (status) {
    reading.use(...known)
    const state = (onOff === 'off') === predicate.negated
    const to = (on: boolean) => (set: ActionSet) => putSetStatus(set, { ...status, state: on })
    return [{ into: to(state), back: to(!state), keys: [`status ${status.resource_id}`] }]
  }
  if (!hasSubject(part.subjects)) {
    if (saysSomething(predicate))
      reading.gap(pieces, pieces.some(({ unknown }) => unknown) ? 'word' : 'device')
    return []
  }
  if (predicate.negated || !saysSomething(predicate)) {
    reading.gap(pieces, pieces.some(({ unknown }) => unknown) ? 'word' : 'value')
    return []
  }
  return part.subjects.kinds.length > 0 ? targetsOf(part, reading) : devicesOf(part, reading)
}

const settingOf = ({ offered, value, computed }: Change): DeviceSetting => {
  const at = { service_name: offered.service, property_name: offered.property }
  return computed ? { ...at, computed } : { ...at, value: value ?? '' }
}

function devicesOf({ pieces, subjects, predicate }: Part, reading: Reading): Doing[] {
  const { lexicon } = reading
  const { mentions, places, all } = subjects
  const suiting = (head: DeviceHead): Change | undefined =>
    canBeSet(head)
      ? changeOf(narrowed(settable(head), subjects, predicate, lexicon), predicate, lexicon)
      : undefined
  const known = pieces.filter((piece) => !isUnknown(piece))
  const named: readonly Mention[] = mentions.length > 0 ? mentions : unnamed(pieces, subjects, reading)
  if (named.length === 0) {
    // "Wohnzimmer auf 21 Grad": what has such a value there.
    const kinds = predicate.number?.unit === undefined ? [] : kindsWith(predicate.number.unit)
    if (places.length > 0 && kinds.length === 1)
      return targetsOf({ ...emptyPart, pieces, predicate, subjects: { ...subjects, kinds } }, reading)
    reading.gap(pieces, 'device')
    return []
  }
  return named.flatMap((mention) => {
    const chosen = chosenOf(mention, suiting, all, reading)
    if (chosen === 'none') reading.gap(pieces, 'value')
    else reading.use(...known)
    if (typeof chosen === 'string') return []
    return chosen.map(({ head, found }): Doing => {
      const back = opposite(found)
      return {
        into: (set) => putSetting(set, head, settingOf(found)),
        back: back && ((set) => putSetting(set, head, settingOf(back))),
        keys: [`${head.id} ${found.offered.service}/${found.offered.property}`],
      }
    })
  })
}

const emptyPart = { joint: undefined, led: false, later: undefined, lasts: undefined }

/** "Sirene an": whoever has a value of that name. */
function unnamed(
  pieces: readonly Piece[],
  { properties, places }: Subjects,
  { lexicon }: Reading,
): Mention[] {
  const piece = pieces.find((one) => meant(one, 'property'))
  if (!piece) return []
  const called = isCalled(properties, lexicon)
  const heads = lexicon.facts.heads.filter((head) => inAny(head, places) && settable(head).some(called))
  return heads.length > 0 ? [{ piece, heads, whole: false }] : []
}

const kindsWith = (unit: string): string[] =>
  vocabulary.kinds.filter(({ sets }) => sets.some(({ value }) => value.unit === unit)).map(({ id }) => id)

/** What all devices of a kind are set to; undefined where they can't. */
function saidOfKind(
  sets: readonly KindValue[],
  predicate: Predicate,
): Pick<ActionTarget, 'sets' | 'value' | 'computed'> | undefined {
  const { number, more, toggle, states, over } = predicate
  const bool = sets.find(({ value }) => value.kind === 'bool')
  if (toggle) return bool && { sets: bool.id, computed: { kind: 'toggle' } }
  const figure = sets.find(
    ({ value }) => value.kind !== 'bool' && (number?.unit === undefined || value.unit === number.unit),
  )
  if (more) {
    if (!figure) return undefined
    const amount = number?.value ?? (figure.value.unit === '%' ? HOW_MUCH : (figure.value.step ?? 1))
    return { sets: figure.id, computed: { kind: 'step', amount: more === 'more' ? amount : -amount } }
  }
  if (number) {
    const { min = -Infinity, max = Infinity } = figure?.value ?? {}
    const { value, upper: to = value } = number
    if (!figure || Math.min(value, to) < min || Math.max(value, to) > max) return undefined
    if (over === undefined) return { sets: figure.id, value }
    if (!canTake(over)) return undefined
    const from = number.upper === undefined ? {} : { from: value }
    return { sets: figure.id, computed: { kind: 'ramp', ...from, to, over } }
  }
  for (const state of states) {
    const called = sets.find((one) => one.states?.[state] !== undefined)
    if (called) return { sets: called.id, value: called.states?.[state] ?? 0 }
    if (bool && sets[0] === bool && (state === 'on' || state === 'off'))
      return { sets: bool.id, value: state === 'on' }
  }
  return undefined
}

function targetsOf({ pieces, subjects, predicate }: Part, reading: Reading): Doing[] {
  const { kinds, places, except } = subjects
  const doings = kinds.flatMap((kind) => {
    const sets = vocabulary.kinds.find(({ id }) => id === kind)?.sets ?? []
    const what = saidOfKind(sets, predicate)
    if (!what) return []
    const spared = except.flatMap(({ heads }) =>
      heads.map(({ id, name }) => ({ device_id: id, device_name: name })),
    )
    return (places.length > 0 ? places : [undefined]).map((place): Doing => {
      const target = (said: typeof what): ActionTarget => ({
        ...{ id: newId(), kind, ...said },
        ...(place && { place }),
        ...(spared.length > 0 && { except: spared }),
      })
      const back = otherOfKind(what, sets)
      return {
        into: (set) => putTarget(set, target(what)),
        back: back && ((set) => putTarget(set, target(back))),
        keys: [`${kind} ${what.sets} ${JSON.stringify(place)}`],
      }
    })
  })
  if (doings.length === 0) reading.gap(pieces, 'value')
  else reading.use(...pieces.filter((piece) => !isUnknown(piece)))
  return doings
}

function otherOfKind(
  { sets: id, value, computed }: Pick<ActionTarget, 'sets' | 'value' | 'computed'>,
  sets: readonly KindValue[],
): Pick<ActionTarget, 'sets' | 'value' | 'computed'> | undefined {
  if (computed?.kind === 'toggle') return { sets: id, computed }
  if (computed?.kind === 'step') return { sets: id, computed: { kind: 'step', amount: -computed.amount } }
  if (typeof value === 'boolean') return { sets: id, value: !value }
  const called = Object.values(sets.find((one) => one.id === id)?.states ?? {})
  const other = called.find((figure) => figure !== value)
  return called.includes(value ?? Number.NaN) && other !== undefined ? { sets: id, value: other } : undefined
}
