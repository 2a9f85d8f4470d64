import type { DeviceHead } from '#engine/ports.ts'
import type {
  DeviceTrigger,
  PlainCondition,
  RuleStatus,
  TimeWindow,
  Week,
  WindowEnd,
} from '#schemas/generated/entities/rule.ts'
import {
  newId,
  putDeviceTrigger,
  putStatusTrigger,
  putSunTrigger,
  putTimeTrigger,
  type RuleInBuilding,
} from '../builder/draft/rule-edit.ts'
import { askable, beginnings, canBegin } from '../builder/offered/offered.ts'
import type { OfferedProperty } from '../builder/offered/properties.ts'
import { putCondition, withLogic } from '../builder/only-if/edit.ts'
import { TOP } from '../builder/only-if/place-asked.ts'
import { apartIn } from './apart.ts'
import type { Clause } from './clauses.ts'
import { chosenOf } from './found.ts'
import { narrowed, type Predicate, predicateOf, saysSomething, testOf } from './predicates.ts'
import { isUnknown, type Moment, meant, type Piece, plays } from './read.ts'
import type { Reading } from './reading.ts'
import { hasSubject, inAny, ofKind, type Subjects, subjectsOf } from './subjects.ts'

/** Triggers by devices that a rule may have, and conditions (schemas/entities/rule.json). */
const MOST_TRIGGERS = 50
const MOST_CONDITIONS = 20

const EVERY_DAY: Week = [true, true, true, true, true, true, true]

const weekOf = (days: ReadonlySet<number>): Week =>
  days.size === 0 ? EVERY_DAY : (EVERY_DAY.map((_, day) => days.has(day)) as unknown as Week)

interface Happening {
  clause: Clause
  /** Of each device that it may be. */
  triggers: readonly DeviceTrigger[]
  status?: RuleStatus | undefined
}

/** What sets the scene off, and what must hold. */
export function begunIn(clauses: readonly Clause[], reading: Reading, into: RuleInBuilding): RuleInBuilding {
  const pieces = clauses.flatMap((clause) => clause.pieces)
  const days = new Set(pieces.flatMap((piece) => meant(piece, 'days')?.days ?? []))
  reading.use(...pieces.filter((piece) => meant(piece, 'days')))
  const repeating = weekOf(days)
  const moments: Moment[] = []
  const windows: TimeWindow[] = []
  let rule = into

  for (const { mode, pieces: own } of clauses)
    for (const piece of own) {
      const moment = meant(piece, 'moment')
      const beyond = meant(piece, 'beyond')
      const span = meant(piece, 'span') ?? darkness(piece)
      if (moment && mode !== 'if') moments.push(moment.moment)
      else if (beyond) windows.push({ ...endsOf(beyond), repeating: EVERY_DAY })
      else if (span) windows.push({ from: span.from, to: span.to, repeating: EVERY_DAY })
      else continue
      reading.use(piece)
    }

  const asked = clauses
    .filter(({ mode }) => mode !== 'act')
    .map((clause) => ({ ...clause, ...saidIn(clause, reading) }))
  inherit(asked)
  const happenings: Happening[] = []
  /** What comes of itself besides times: of these nothing lasts either. */
  const apart: Clause[] = []
  for (const one of asked) {
    const come = apartIn(one, reading)
    if (come) {
      apart.push(one)
      rule = come(rule)
      continue
    }
    const status = one.pieces.find((piece) => meant(piece, 'status'))
    if (status) {
      happenings.push({ clause: one, triggers: [], status: statusOf(one, status, reading) })
      continue
    }
    if (one.pieces.every((piece) => isTime(piece) || isSilent(piece))) continue
    const triggers = triggersOf(one, reading)
    if (triggers.length > 0) happenings.push({ clause: one, triggers })
  }

  for (const moment of moments)
    rule =
      'sun' in moment
        ? putSunTrigger(rule, { id: newId(), sun: moment.sun, repeating })
        : putTimeTrigger(rule, { id: newId(), ...moment, second: 0, repeating })

  const timed = moments.length > 0
  const besides = apart.length > 0 && asked.some(({ mode, joint }) => mode === 'when' && joint === 'and')
  const setsOff = timed || besides ? [] : happenings.filter(({ clause }) => clause.mode === 'when')
  const first = setsOff[0]
  // "A und B": both must be so, and either may be the one that completes it.
  const together =
    setsOff.length > 1 &&
    setsOff.slice(1).every(({ clause }) => clause.joint === 'and') &&
    setsOff.every(({ triggers, status }) => status !== undefined || triggers.length === 1)
  const triggering = setsOff.filter(
    ({ clause }) => clause === first?.clause || together || clause.joint !== 'and',
  )
  for (const { status } of triggering) if (status) rule = putStatusTrigger(rule, status)
  for (const { triggers, clause } of triggering)
    for (const trigger of triggers) {
      if ((rule.event_triggers?.length ?? 0) >= MOST_TRIGGERS) {
        reading.gap(clause.pieces, 'tooMany')
        break
      }
      rule = putDeviceTrigger(rule, trigger)
    }
  if (together) rule = { ...rule, rule_logic: 'AND' }

  const isBegun = timed || apart.length > 0 || triggering.length > 0 || (rule.statuses ?? []).length > 0
  for (const window of windows) {
    const { from } = window
    if (isBegun || !from) rule = withWindow(rule, window, days.size > 0 && !timed ? repeating : EVERY_DAY)
    // "Nach Sonnenuntergang": it is then that it begins.
    else if ('sun' in from) rule = putSunTrigger(rule, { id: newId(), sun: from.sun, repeating })
    else rule = putTimeTrigger(rule, { id: newId(), ...from, second: 0, repeating })
  }
  if (days.size > 0 && !timed && windows.length === 0 && isBegun)
    rule = withWindow(rule, { repeating }, repeating)
  for (const happening of happenings)
    if (!triggering.includes(happening)) rule = withConditions(rule, happening, reading)
  return rule
}

function darkness(piece: Piece): { from: WindowEnd; to: WindowEnd } | undefined {
  const window = meant(piece, 'window')
  return window && { from: { sun: { event: window.from } }, to: { sun: { event: window.to } } }
}

const MIDNIGHT: WindowEnd = { hour: 0, minute: 0 }

/** After sunset is until sunrise; after a time of the clock, until the day ends. */
function endsOf({ side, moment }: { side: 'after' | 'before'; moment: Moment }): {
  from: WindowEnd
  to: WindowEnd
} {
  const other: WindowEnd = 'sun' in moment ? { sun: { event: OPPOSITE[moment.sun.event] } } : MIDNIGHT
  return side === 'after' ? { from: moment, to: other } : { from: other, to: moment }
}

const OPPOSITE = { dawn: 'dusk', sunrise: 'sunset', sunset: 'sunrise', dusk: 'dawn' } as const

const isTime = (piece: Piece): boolean =>
  (['moment', 'beyond', 'span', 'window', 'days', 'duration'] as const).some((is) => meant(piece, is))

const isSilent = (piece: Piece): boolean => piece.meanings.length > 0 && plays(piece, 'filler', 'all')

interface Said {
  subjects: Subjects
  predicate: Predicate
}

const saidIn = ({ pieces }: Clause, { lexicon }: Reading): Said => {
  const plain = pieces.filter((piece) => !isTime(piece))
  return { subjects: subjectsOf(plain, lexicon.facts), predicate: predicateOf(plain) }
}

/** "Wenn Küche oder Bad nass wird": what is said of one is said of those before it, and else of those behind it. */
function inherit(all: (Clause & Said)[]): void {
  const lacks = (one: Clause & Said): boolean => !saysSomething(one.predicate) && hasSubject(one.subjects)
  const from = (one: Clause & Said, other: (Clause & Said) | undefined): void => {
    if (lacks(one) && other?.mode === one.mode) one.predicate = other.predicate
  }
  for (let at = all.length - 2; at >= 0; at -= 1) from(all[at] as Clause & Said, all[at + 1])
  all.forEach((one, at) => {
    const before = all[at - 1]
    from(one, before)
    if (
      saysSomething(one.predicate) &&
      !hasSubject(one.subjects) &&
      one.joint &&
      before &&
      hasSubject(before.subjects)
    )
      one.subjects = before.subjects
  })
}

function statusOf(
  { pieces, predicate }: Clause & Said,
  piece: Piece,
  reading: Reading,
): RuleStatus | undefined {
  const status = meant(piece, 'status')?.status
  if (!status) return undefined
  reading.use(...pieces)
  return { ...status, state: predicate.states.includes('off') === predicate.negated }
}

function triggersOf({ mode, pieces, subjects, predicate }: Clause & Said, reading: Reading): DeviceTrigger[] {
  const { lexicon } = reading
  const { mentions, kinds, places, all } = subjects
  const offeredOf = (head: DeviceHead): readonly OfferedProperty[] =>
    canBegin(head)
      ? narrowed(mode === 'when' ? beginnings(head) : askable(head), subjects, predicate, lexicon)
      : []
  const suiting = (head: DeviceHead) => testOf(offeredOf(head), predicate, lexicon)
  const delay = pieces.flatMap((piece) => meant(piece, 'duration')?.ms ?? [])[0]
  const trigger = (head: DeviceHead, found: NonNullable<ReturnType<typeof suiting>>): DeviceTrigger => ({
    id: newId(),
    event_source: head.id,
    device_name: head.name,
    service_name: found.offered.service,
    property_name: found.offered.property,
    ...found.test,
    ...(delay !== undefined && mode === 'when' && (found.test.change ? { within: delay } : { delay })),
  })
  if (!saysSomething(predicate)) {
    reading.gap(pieces, pieces.some(({ unknown }) => unknown) ? 'word' : 'value')
    return []
  }
  const use = (): void =>
    reading.use(
      ...pieces.filter((piece) => !isUnknown(piece) && !(meant(piece, 'duration') && mode === 'if')),
    )
  if (mentions.length > 0)
    return mentions.flatMap((mention) => {
      const chosen = chosenOf(mention, suiting, all, reading)
      if (chosen === 'none') reading.gap(pieces, 'value')
      else use()
      return typeof chosen === 'string' ? [] : chosen.map(({ head, found }) => trigger(head, found))
    })
  // An unknown word says of whom it is told: without it nobody is meant.
  const unknown = pieces.filter((piece) => piece.unknown)
  if (unknown.length > 0 && places.length === 0) {
    reading.gap(pieces, 'word')
    return []
  }
  const heads = lexicon.facts.heads.filter((head) => inAny(head, places))
  const those = kinds.length > 0 ? kinds.flatMap((kind) => ofKind(kind, heads)) : heads
  const found = those.flatMap((head) => {
    const one = suiting(head)
    return one ? [{ head, one }] : []
  })
  if (
    found.length === 0 ||
    (!hasSubject(subjects) && found.length > 0 && predicate.values.length + predicate.states.length === 0)
  ) {
    reading.gap(pieces, 'device')
    return []
  }
  use()
  return found.map(({ head, one }) => trigger(head, one))
}

function withWindow(rule: RuleInBuilding, window: TimeWindow, repeating: Week): RuleInBuilding {
  return putCondition(rule, TOP, { kind: 'time', id: newId(), window: { ...window, repeating } })
}

/** All of it must hold; of several devices one is enough. */
function withConditions(
  rule: RuleInBuilding,
  { clause: { pieces }, triggers, status }: Happening,
  reading: Reading,
): RuleInBuilding {
  const conditions = triggers.map(
    ({ delay: _held, ...device }): PlainCondition => ({ kind: 'device', id: newId(), device }),
  )
  if (conditions.length > MOST_CONDITIONS || (rule.only_if?.conditions.length ?? 0) >= MOST_CONDITIONS) {
    reading.gap(pieces, 'tooMany')
    return rule
  }
  if (status) return putCondition(rule, TOP, { kind: 'status', id: newId(), status })
  const [one] = conditions
  if (conditions.length === 1 && one) return putCondition(rule, TOP, one)
  const group = newId()
  const grouped = conditions.reduce(
    (now: RuleInBuilding, condition) => putCondition(now, group, condition),
    rule,
  )
  return withLogic(grouped, group, 'ANY')
}
