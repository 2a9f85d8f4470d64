import catalogue from '#catalogue/statuses.json'
import type { DeviceHead } from '#engine/ports.ts'
import { partKey } from '#engine/property/state/address.ts'
import { markOf, valuesIn } from '#gateway/lib/scenes/texts.ts'
import { canTell } from '#gateway/rules/texts/found.ts'
import type {
  RecipeBeginning,
  RecipeSetting,
  RecipeSlot,
  RecipeValue,
  SceneRecipe,
} from '#schemas/generated/definitions/scene-recipes.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type {
  ActionSet,
  DeviceSetting,
  DeviceTrigger,
  PlainCondition,
  RuleNotification,
  RuleStatus,
  SunTrigger,
  TextValue,
} from '#schemas/generated/entities/rule.ts'
import {
  newId,
  pauseOf,
  putDeviceTrigger,
  putSet,
  putStatusTrigger,
  putSunTrigger,
  putTimeTrigger,
  type RuleInBuilding,
} from '../builder/draft/rule-edit.ts'
import { putNotification, putSetting } from '../builder/draft/set-edit.ts'
import { choicesOf, type Scalar } from '../builder/forms/PlainValue.tsx'
import { beginnings, canBegin, canBeSet, settable } from '../builder/offered/offered.ts'
import { known, type OfferedProperty } from '../builder/offered/properties.ts'
import { putCondition } from '../builder/only-if/edit.ts'
import { TOP } from '../builder/only-if/place-asked.ts'

/** The devices that were chosen, by the place in the recipe that they take. */
export type Chosen = Readonly<Record<string, readonly DeviceHead[]>>

/** What a recipe is fitted to. */
export interface HomeFacts {
  heads: readonly DeviceHead[]
  statuses: readonly Pick<RuleStatus, 'name' | 'icon' | 'resource_id'>[]
}

/** Triggers by devices that a rule may have (schemas/entities/rule.json). */
export const MOST_TRIGGERS = 50

const daily = (): SunTrigger['repeating'] => [true, true, true, true, true, true, true]

const isBeginningOf =
  (slot: string) =>
  (one: RecipeBeginning): one is Extract<RecipeBeginning, { slot: string }> =>
    'slot' in one && one.slot === slot

const settingsOf = (recipe: SceneRecipe, slot: string) =>
  recipe.does.flatMap((one) => ('set' in one ? one.set.filter((setting) => setting.slot === slot) : []))

/** What a property is set to or compared with; undefined where it has no such value. */
function wireOf(offered: OfferedProperty, wanted: RecipeValue): Scalar | undefined {
  const { kind, min, max } = offered.value
  const isNumber = kind === 'number' || kind === 'range'
  if (typeof wanted === 'number') {
    if (!isNumber) return undefined
    return Math.min(Math.max(wanted, min ?? wanted), max ?? wanted)
  }
  if (wanted === 'first') return choicesOf(offered)[0]
  if (wanted === 'least' || wanted === 'most') return isNumber ? (wanted === 'least' ? min : max) : undefined
  const [on, off] = kind === 'bool' ? choicesOf(offered) : []
  return wanted === 'on' ? on : off
}

const byName = new WeakMap<DeviceLayout, ReadonlyMap<string, OfferedProperty>>()

/** A value of a device by `service/property`. Many devices share a layout: it is looked through once. */
function valueNamed(head: DeviceHead, name: string): OfferedProperty | undefined {
  if (!head.layout) return undefined
  const found = byName.get(head.layout) ?? new Map(known(head).map((one) => [partKey(one), one]))
  byName.set(head.layout, found)
  return found.get(name)
}

/** The first of the properties that a slot is about which the device has, and that can be what the recipe wants of it. */
function propertyFor(recipe: SceneRecipe, slot: RecipeSlot, head: DeviceHead): OfferedProperty | undefined {
  const begins = recipe.begins.filter(isBeginningOf(slot.id))
  const sets = settingsOf(recipe, slot.id)
  const wanted = [...begins, ...sets].map(({ value }) => value)
  const has = (offered: OfferedProperty, value: RecipeSetting['value']): boolean =>
    value === 'toggle' || value === 'before'
      ? offered.value.kind === 'bool'
      : wireOf(offered, value) !== undefined
  return slot.of
    .flatMap((name) => valueNamed(head, name) ?? [])
    .find(
      (offered) =>
        wanted.every((value) => has(offered, value)) &&
        (begins.length === 0 || (canBegin(head) && isAmong(offered, beginnings(head)))) &&
        (sets.length === 0 || (canBeSet(head) && isAmong(offered, settable(head)))),
    )
}

const isAmong = (one: OfferedProperty, all: readonly OfferedProperty[]): boolean =>
  all.some((other) => partKey(other) === partKey(one))

/** Devices of the home that can take a place in a recipe. */
export const fitting = (
  recipe: SceneRecipe,
  slot: RecipeSlot,
  heads: readonly DeviceHead[],
): readonly DeviceHead[] => heads.filter((head) => propertyFor(recipe, slot, head) !== undefined)

type KnownStatus = HomeFacts['statuses'][number]

const ICONS = new Map(catalogue.icons.map(({ id, name }) => [id, name]))

/** The status of the home that means it: by its name, else by its icon, whatever somebody has called it. */
export const statusMeant = (statuses: readonly KnownStatus[], meaning: string): KnownStatus | undefined =>
  statuses.find(({ name }) => name === meaning) ??
  statuses.find(({ icon }) => icon !== undefined && ICONS.get(icon) === meaning)

/** Statuses that a recipe goes by. */
const statusesIn = ({ begins, onlyIf, does }: SceneRecipe): readonly string[] => [
  ...new Set([
    ...begins.flatMap((one) => ('status' in one ? [one.status] : [])),
    ...(onlyIf?.status === undefined ? [] : [onlyIf.status]),
    ...does.flatMap((one) => ('while' in one && one.while !== undefined ? [one.while] : [])),
  ]),
]

/** What a home lacks for a recipe: places that no device can take, and statuses that it does not have. */
export interface Lacking {
  slots: readonly RecipeSlot[]
  statuses: readonly string[]
}

export const lacking = (recipe: SceneRecipe, { heads, statuses }: HomeFacts): Lacking => ({
  slots: recipe.asks.filter(
    (slot) => !slot.optional && !heads.some((head) => propertyFor(recipe, slot, head)),
  ),
  statuses: statusesIn(recipe).filter((meaning) => !statusMeant(statuses, meaning)),
})

/** Whom a recipe begins with beside what was chosen: those near another place where it asks for that, else the first, or all where it may be several. */
export function proposed(recipe: SceneRecipe, heads: readonly DeviceHead[], mine: Chosen = {}): Chosen {
  const chosen: Record<string, readonly DeviceHead[]> = { ...mine }
  for (const slot of recipe.asks) {
    if (mine[slot.id]) continue
    const fit = fitting(recipe, slot, heads)
    const rooms = new Set((chosen[slot.near ?? ''] ?? []).flatMap(({ room }) => room?.id ?? []))
    const near = fit.filter(({ room }) => room && rooms.has(room.id))
    // Whoever turns around here does not mean every lamp of the house.
    const meant = slot.near === undefined ? fit : near
    const begins = recipe.begins.some(isBeginningOf(slot.id))
    chosen[slot.id] = slot.many ? (begins ? meant.slice(0, MOST_TRIGGERS) : meant) : meant.slice(0, 1)
  }
  return chosen
}

/** Places that still need a device. */
export const open = (recipe: SceneRecipe, chosen: Chosen): readonly RecipeSlot[] =>
  recipe.asks.filter(({ id, optional }) => !optional && (chosen[id] ?? []).length === 0)

/** Places by which more devices would begin the scene than may. */
export const crowded = (recipe: SceneRecipe, chosen: Chosen): readonly RecipeSlot[] =>
  recipe.asks.filter(
    ({ id }) => recipe.begins.some(isBeginningOf(id)) && (chosen[id] ?? []).length > MOST_TRIGGERS,
  )

/** The words of a recipe that become part of its scene. */
interface Words {
  name: string
  /** What is told, where something is; the first value of each place may stand in it, by the name of the place. */
  tell(values: Readonly<Record<string, string>>): string
  /** Of the action of that number. */
  action(number: number): string
}

/** The recipe as a scene of this home: nothing in it remembers where it came from. */
export function ruleOf(
  recipe: SceneRecipe,
  chosen: Chosen,
  { statuses }: Pick<HomeFacts, 'statuses'>,
  words: Words,
  into: RuleInBuilding,
): RuleInBuilding {
  const slots = new Map(recipe.asks.map((slot) => [slot.id, slot]))
  const places = (slot: string) =>
    (chosen[slot] ?? []).flatMap((head) => {
      const ask = slots.get(slot)
      const offered = ask && propertyFor(recipe, ask, head)
      return offered ? [{ head, offered }] : []
    })
  const statusOf = (meaning: string): RuleStatus => ({
    ...(statusMeant(statuses, meaning) ?? { name: meaning }),
    state: true,
  })

  let rule: RuleInBuilding = {
    ...into,
    rule_logic: 'OR',
    suggested: words.name,
    look: { icon: recipe.icon, colour: 'teal' },
  }
  for (const begins of recipe.begins) {
    if ('slot' in begins)
      for (const { head, offered } of places(begins.slot))
        rule = putDeviceTrigger(rule, triggerOf(begins, head, offered))
    else if ('status' in begins) rule = putStatusTrigger(rule, statusOf(begins.status))
    else if ('sun' in begins) {
      const { sun: event, offset } = begins
      const sun = { event, ...(offset !== undefined && { offset }) }
      rule = putSunTrigger(rule, { id: newId(), sun, repeating: daily() })
    } else {
      const { hour, minute, days } = begins
      rule = putTimeTrigger(rule, { id: newId(), hour, minute, second: 0, repeating: [...days] })
    }
  }
  for (const condition of conditionsOf(recipe, statusOf)) rule = putCondition(rule, TOP, condition)

  let number = 0
  for (const one of recipe.does) {
    if ('pause' in one) {
      rule = putSet(rule, pauseOf(newId(), one.pause, one.spread))
      continue
    }
    let set: ActionSet = { id: newId(), name: words.action(number + 1) }
    for (const { slot, ...wanted } of one.set)
      for (const { head, offered } of places(slot)) set = putSetting(set, head, settingOf(offered, wanted))
    if (one.while !== undefined) {
      const condition = { kind: 'status' as const, id: newId(), status: statusOf(one.while) }
      set = { ...set, only_if: { logic: 'ALL', conditions: [condition] } }
    }
    if (one.tell) set = putNotification(set, tellingOf(recipe, places, words))
    if ((set.devices ?? []).length === 0 && !one.tell) continue
    number += 1
    rule = putSet(rule, set)
  }
  return rule
}

const triggerOf = (
  { value, compare = 'EQ', delay }: Extract<RecipeBeginning, { slot: string }>,
  { id, name }: DeviceHead,
  offered: OfferedProperty,
): DeviceTrigger => ({
  id: newId(),
  event_source: id,
  device_name: name,
  service_name: offered.service,
  property_name: offered.property,
  value: wireOf(offered, value) ?? '',
  compare_type: compare,
  ...(delay !== undefined && { delay }),
})

/** A message in which the first value of each place may stand (decision 0162). */
function tellingOf(
  { asks }: SceneRecipe,
  places: (slot: string) => readonly { head: DeviceHead; offered: OfferedProperty }[],
  { tell }: Words,
): RuleNotification {
  const told = asks.flatMap(({ id: slot }, n) => {
    const [place] = places(slot)
    if (!place || !canTell(place.offered.value)) return []
    const { head, offered } = place
    const value: TextValue = {
      kind: 'device',
      id: `v${n + 1}`,
      device_id: head.id,
      device_name: head.name,
      service_name: offered.service,
      property_name: offered.property,
    }
    return [{ slot, value }]
  })
  const short_desc = tell(Object.fromEntries(told.map(({ slot, value }) => [slot, markOf(value)])))
  const values = [...valuesIn({ short_desc, values: told.map(({ value }) => value) })]
  return { notification_id: newId(), type: 1, short_desc, ...(values.length > 0 && { values }) }
}

function settingOf(
  offered: OfferedProperty,
  { value, from, over, days, spread }: Omit<RecipeSetting, 'slot'>,
): DeviceSetting {
  const at = { service_name: offered.service, property_name: offered.property }
  const [begin, end] = [from, value].map((one) =>
    one === undefined || one === 'toggle' || one === 'before' ? undefined : wireOf(offered, one),
  )
  if (over !== undefined && typeof begin === 'number' && typeof end === 'number')
    return { ...at, computed: { kind: 'ramp', from: begin, to: end, over } }
  if (value === 'before' && days !== undefined && over !== undefined)
    return { ...at, computed: { kind: 'replay', days, over, ...(spread !== undefined && { spread }) } }
  if (value === 'before') return { ...at, value: '' }
  return value === 'toggle'
    ? { ...at, computed: { kind: 'toggle' } }
    : { ...at, value: wireOf(offered, value) ?? '' }
}

function conditionsOf(
  { onlyIf: { status, window } = {} }: SceneRecipe,
  statusOf: (meaning: string) => RuleStatus,
): readonly PlainCondition[] {
  const found: PlainCondition[] = []
  if (status !== undefined) found.push({ kind: 'status', id: newId(), status: statusOf(status) })
  if (window !== undefined) {
    const [from, to] = [{ sun: { event: window.from } }, { sun: { event: window.to } }]
    found.push({ kind: 'time', id: newId(), window: { from, to, repeating: daily() } })
  }
  return found
}
