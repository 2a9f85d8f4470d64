import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'

/** What stands at the server and not at the gateway, by id; undefined while nobody knows it. */
export interface Elsewhere {
  /** Statuses whose calendar cannot be read. */
  unread: ReadonlySet<string> | undefined
  addresses: ReadonlySet<string> | undefined
  people: ReadonlySet<string> | undefined
  /** Triggers that an address calls, by `callKey`. */
  callers: ReadonlySet<string> | undefined
}

/** Something is the matter with what a scene names: of what kind, and which. */
export type Broken =
  | { device: string }
  | { status: string }
  | { rule: string }
  | { place: string }
  | { calendar: string }
  | { address: string }
  | { person: string }
  | { caller: string }

const gone = (known: ReadonlySet<string> | undefined, id: string): boolean =>
  known !== undefined && !known.has(id)

/** What something else can take the place of. */
export type Repairable = Extract<Broken, { device: string } | { status: string } | { place: string }>

export const isRepairable = (broken: Broken): broken is Repairable =>
  'device' in broken || 'status' in broken || 'place' in broken

export const ofCalendar = (elsewhere: Elsewhere | undefined, id: string): { broken?: Broken } =>
  elsewhere?.unread?.has(id) ? { broken: { calendar: id } } : {}

export const ofAddress = (elsewhere: Elsewhere | undefined, id: string): { broken?: Broken } =>
  gone(elsewhere?.addresses, id) ? { broken: { address: id } } : {}

export const ofPerson = (elsewhere: Elsewhere | undefined, id: string): { broken?: Broken } =>
  gone(elsewhere?.people, id) ? { broken: { person: id } } : {}

/** Two scenes may have a trigger of one id: one is the copy of the other. */
export const callKey = (rule_id: string, trigger_id: string): string => `${rule_id} ${trigger_id}`

/** A trigger waits for a call, and has no address: it came with a file, is a copy, or its address was revoked. */
export const ofCaller = (
  elsewhere: Elsewhere | undefined,
  rule: string,
  trigger: string,
): { broken?: Broken } =>
  gone(elsewhere?.callers, callKey(rule, trigger)) ? { broken: { caller: trigger } } : {}

/** What is the matter with something, in a text of its own; whatever is simply gone shares one. */
export function brokenKey(
  broken: Broken,
): `scenes.${'missing' | 'broken.calendar' | 'broken.address' | 'broken.person' | 'broken.caller'}` {
  if ('calendar' in broken) return 'scenes.broken.calendar'
  if ('address' in broken) return 'scenes.broken.address'
  if ('caller' in broken) return 'scenes.broken.caller'
  return 'person' in broken ? 'scenes.broken.person' : 'scenes.missing'
}

export interface FaultElsewhere {
  kind: 'calendar' | 'address' | 'person' | 'caller'
  id: string
  /** As the scene knows it. */
  name: string
}

/** What is the matter with a scene of the list that its gateway cannot know. */
export function faultsElsewhere(
  { id: rule, elsewhere: named }: Pick<RuleRow, 'id' | 'elsewhere'>,
  elsewhere: Elsewhere,
): FaultElsewhere[] {
  const { statuses = [], addresses = [], people = [], callers = [] } = named ?? {}
  return [
    ...statuses.flatMap((one) =>
      ofCalendar(elsewhere, one.id).broken ? [{ kind: 'calendar' as const, ...one }] : [],
    ),
    ...addresses.flatMap((one) =>
      ofAddress(elsewhere, one.id).broken ? [{ kind: 'address' as const, ...one }] : [],
    ),
    ...people.flatMap((one) =>
      ofPerson(elsewhere, one.id).broken ? [{ kind: 'person' as const, ...one }] : [],
    ),
    ...callers.flatMap((one) =>
      ofCaller(elsewhere, rule, one.id).broken ? [{ kind: 'caller' as const, ...one }] : [],
    ),
  ]
}
