import type { DeviceHead, Home } from '#engine/ports.ts'
import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import { copyIn } from '#gateway/lib/scenes/copies.ts'
import { isMeant } from '#gateway/lib/scenes/recipients.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import { computedValue, type Present } from '#gateway/rules/computed/computed.ts'
import { isPause } from '#gateway/rules/pause.ts'
import { longestRamp } from '#gateway/rules/ramp/slope.ts'
import { type Asks, type Supposes, turnsOf } from '#gateway/rules/steps/in-time.ts'
import { type Found, resolved } from '#gateway/rules/targets/targets.ts'
import { foundIn } from '#gateway/rules/texts/found.ts'
import { slotOfText } from '#gateway/rules/texts/words.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type {
  ActionDevice,
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceSetting,
  Rule,
  RuleNotification,
  RuleQuestion,
  TextValue,
} from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import type { IconName } from '#ui/Icon.tsx'
import { propertyAt } from '../../builder/forms/offered.ts'
import {
  notificationPart,
  partsOfSet,
  type SetPart,
  type Speech,
  settingSentence,
  slotWords,
  targetPart,
  textWords,
} from '../../builder/sentences.ts'
import { foundNow } from '../../housed.ts'
import { valueId } from '../recorded.ts'

/** Something that a run would do. */
export interface Block {
  id: string
  /** Ms from the begin of the run, as all times here. */
  at: number
  /** How long it took in the last runs; 0 where nobody knows, or where it is over at once. */
  lasts: number
  text: string
  /** It is so already; or something speaks against it, which a hint names. */
  mark?: 'already' | 'doubtful'
  /** It is brought along over its time, to more or to less. */
  slope?: 'up' | 'down' | undefined
}

/** What happens to one thing: a value of a device, a status, a scene, somebody who is told. */
export interface Lane {
  id: string
  icon: IconName
  name: string
  blocks: Block[]
}

type Said =
  | { kind: 'gone' | 'unknown' | 'skipped'; name: string }
  | { kind: 'away'; name: string; head: DeviceHead }
  | { kind: 'failed'; name: string; count: number }
  | { kind: 'slow'; name: string; ms: number }

/** Something that speaks against a run, or takes its time. */
export type Hint = Said & { id: string }

export interface Story {
  lanes: readonly Lane[]
  /** Action sets that do something, in their order. */
  moments: readonly {
    id: string
    at: number
    name: string
    parts: number
    lasts: number
    doubtful: boolean
  }[]
  /** Each once. */
  hints: readonly Hint[]
}

export interface Facts {
  speech: Speech
  alarmName(alarmId: number): string
  /** Values now, by device, service and property; undefined while they are not known. */
  now: ReadonlyMap<string, Scalar> | undefined
  /** States of the statuses now. */
  statuses: ReadonlyMap<string, boolean>
  /** What is asked on the way, by values and statuses as they are then; nothing while they are not known. */
  asks?: ((values: ReadonlyMap<string, Scalar>, statuses: ReadonlyMap<string, boolean>) => Asks) | undefined
  /** What is supposed to be answered to whom it asks. */
  supposes?: Supposes
  /** The last runs, the newest first. */
  runs: readonly RuleRun[]
  /** Whether a device is where orders reach it. */
  reached(head: DeviceHead): boolean
}

/** From here on it is worth saying that something takes its time. */
const SLOW = 5000
/** So many times of what is repeated are drawn. */
const DRAWN = 10
/** So many runs tell how long something takes. */
const ASKED = 5

/** Values that decide what a run would do or say, each once. */
export function valuesSet({ scenes = [] }: Rule, home: Home) {
  const told = toldValues({ scenes })
    .filter(isOfDevice)
    .map(({ device_id, service_name, property_name }) => ({
      ...{ event_source: device_id, service_name, property_name },
    }))
  const settings = scenes.flatMap(({ devices = [] }) =>
    devices.flatMap(({ id, settings }) =>
      settings.flatMap((setting) => {
        const { service_name, property_name } = setting
        const copy = copyIn(setting)
        return [
          { event_source: id, service_name, property_name },
          ...(copy
            ? [
                {
                  event_source: copy.device_id,
                  service_name: copy.service_name,
                  property_name: copy.property_name,
                },
              ]
            : []),
        ]
      }),
    ),
  )
  const targeted = scenes.flatMap((set) =>
    (set.targets ?? []).flatMap((target) =>
      membersOf(target, set, home).map(({ device, service, property }) => ({
        ...{ event_source: device, service_name: service, property_name: property },
      })),
    ),
  )
  return [
    ...new Map(
      [...settings, ...targeted, ...told, ...askedValues({ scenes })].map((one) => [
        valueId(one.event_source, one.service_name, one.property_name),
        one,
      ]),
    ).values(),
  ]
}

/** What a run that began now would do to what, with the home as it is. Nothing is sent. */
export function storyOf(rule: Rule, facts: Facts): Story {
  const lanes = new Map<string, Lane>()
  const hints = new Map<string, Hint>()
  const shorts = new Map<string, string>()
  const moments: Story['moments'][number][] = []
  const now = new Map(facts.now)
  const statuses = new Map(facts.statuses)

  const asks = facts.asks?.(now, statuses)
  for (const { set, begins, at, does, times } of turnsOf(rule, 0, asks, true, facts.supposes)) {
    if (does === false || times === 0) {
      const id = `skipped ${set.id}`
      if (!isPause(set)) hints.set(id, { kind: 'skipped', name: set.name, id })
      continue
    }
    if (set.question) {
      const lane = facts.speech.text.t('builder.offers.QUESTION.title')
      const there = lanes.get(lane) ?? { id: lane, icon: 'message', name: lane, blocks: [] }
      const text = askedText(set.question, { ...facts, statuses }, now)
      there.blocks.push({ id: `asks ${set.id}`, at: begins, text, lasts: 0 })
      lanes.set(lane, there)
      moments.push({ id: set.id, at: begins, name: text, parts: 1, lasts: 0, doubtful: false })
    }
    if (isPause(set)) continue
    for (const { resource_id, state } of set.statuses ?? [])
      if (resource_id !== undefined) statuses.set(resource_id, state)
    const parts = [
      ...settingsOf(set.devices ?? [], facts, now, hints),
      ...(set.targets ?? []).map((target) => targeted(target, set, facts, now, hints)),
      ...othersOf(set, { ...facts, statuses }, now),
    ]
    const each = (set.repeat?.pause ?? 0) + longestRamp(set)
    for (const [place, { lane, icon, name, short, ...block }] of parts.entries()) {
      if (short !== undefined) shorts.set(lane, short)
      const there = lanes.get(lane) ?? { id: lane, icon, name, blocks: [] }
      for (let n = 0; n < Math.min(times, DRAWN); n++)
        there.blocks.push({ id: `${set.id} ${place} ${n}`, at: at + n * each, ...block })
      lanes.set(lane, there)
    }
    moments.push({
      id: set.id,
      at,
      name: times > 1 ? `${set.name} × ${times}` : set.name,
      parts: parts.length,
      lasts: Math.max(0, ...parts.map(({ lasts }) => lasts)),
      doubtful: parts.some(({ mark }) => mark === 'doubtful'),
    })
  }
  // A device of which one value is set is its lane.
  const names = [...shorts.values()]
  const alone = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name)
  return {
    lanes: [...lanes.values()].map((lane) => {
      const short = shorts.get(lane.id)
      return short !== undefined && alone(short) ? { ...lane, name: short } : lane
    }),
    moments,
    hints: [...hints.values()],
  }
}

/** `short`: the device alone, where a value of it is set. */
type Part = Omit<Block, 'id' | 'at'> & Pick<Lane, 'icon' | 'name'> & { lane: string; short?: string }

/** A rehearsal looks at so many of those that a target finds: each is asked for its value. */
const LOOKED_AT = 100

const membersOf = (target: ActionTarget, set: ActionSet, home: Home): readonly Found[] =>
  foundNow(target, set, home).slice(0, LOOKED_AT)

/** What a target would do: one lane, whatever it finds; what speaks against one of those found is said by itself. */
function targeted(
  target: ActionTarget,
  set: ActionSet,
  facts: Facts,
  now: Map<string, Scalar>,
  hints: Map<string, Hint>,
): Part {
  const { speech } = facts
  const found = membersOf(target, set, speech.ports.home)
  const { computed } = target
  if (computed?.kind === 'remember' || computed?.kind === 'restore')
    return remembered(target, found, now, speech)
  const known = (at: Found) => now.get(valueId(at.device, at.service, at.property))
  const parts = resolved(target, found, known).flatMap(
    ({ device, service: service_name, property: property_name, value, computed: step }) => {
      const how = value === undefined ? { computed: step ?? TOGGLE } : { value }
      return settingsOf(
        [{ id: device, settings: [{ service_name, property_name, ...how }] }],
        facts,
        now,
        hints,
      )
    },
  )
  const { icon, name, value, broken } = targetPart(target, speech)
  const doubtful = broken || parts.length === 0 || parts.some(({ mark }) => mark === 'doubtful')
  return {
    lane: `target ${name}`,
    ...{ icon, name, text: value },
    lasts: Math.max(0, ...parts.map(({ lasts }) => lasts)),
    slope: parts.find(({ slope }) => slope)?.slope,
    ...(doubtful
      ? { mark: 'doubtful' }
      : parts.every(({ mark }) => mark === 'already')
        ? { mark: 'already' }
        : {}),
  }
}

/** What is remembered is not told to pages: what it would be afterwards nobody knows here. */
function remembered(
  target: ActionTarget,
  found: readonly Found[],
  now: Map<string, Scalar>,
  speech: Speech,
): Part {
  const { icon, name, value, broken } = targetPart(target, speech)
  if (target.computed?.kind === 'restore')
    for (const { device, service, property } of found) now.delete(valueId(device, service, property))
  const doubtful = broken || found.length === 0
  return {
    lane: `target ${name}`,
    icon,
    name,
    text: value,
    lasts: 0,
    ...(doubtful && { mark: 'doubtful' as const }),
  }
}

const TOGGLE: ComputedValue = { kind: 'toggle' }

/** What a set does to devices; `now` becomes what it would be afterwards. */
function settingsOf(
  devices: readonly Pick<ActionDevice, 'id' | 'device_name' | 'settings'>[],
  facts: Facts,
  now: Map<string, Scalar>,
  hints: Map<string, Hint>,
): Part[] {
  const { speech, runs } = facts
  return devices.flatMap((device) => {
    const head = speech.ports.home.device(device.id)
    const name = head?.name ?? device.device_name ?? device.id
    return device.settings.map((setting): Part => {
      const key = valueId(device.id, setting.service_name, setting.property_name)
      const value = willBe(device.id, setting, facts, now)
      const ramp = rampOf(setting, now.get(key))
      const settled: DeviceSetting =
        value === undefined || ramp
          ? setting
          : { service_name: setting.service_name, property_name: setting.property_name, value }
      const said: SetPart = settingSentence(device, settled, speech)
      const already = value !== undefined && now.get(key) === value && ramp?.slope === undefined
      if (value === undefined) now.delete(key)
      else now.set(key, value)

      const told = toldOf(runs, device.id, setting)
      const lasts = ramp ? ramp.over : lastingOf(told)
      const against = said.broken
        ? ({ kind: 'gone', name } as const)
        : doubtOf(name, head, value, told, facts)
      const hint: Said | undefined =
        against ?? (lasts >= SLOW && !ramp ? { kind: 'slow', name, ms: lasts } : undefined)
      if (hint) {
        const id = `${hint.kind} ${device.id}`
        hints.set(id, { ...hint, id })
      }
      return {
        lane: key,
        icon: said.icon,
        name: said.name,
        short: name,
        text: said.value,
        lasts,
        slope: ramp?.slope,
        ...(against ? { mark: 'doubtful' } : already ? { mark: 'already' } : {}),
      }
    })
  })
}

/** How long a value is brought along, and whether to more or less; undefined where it is set at once. */
function rampOf(
  setting: DeviceSetting,
  now: Scalar | undefined,
): { over: number; slope: 'up' | 'down' | undefined } | undefined {
  if (!('computed' in setting) || setting.computed.kind !== 'ramp') return undefined
  const { from = now, to, over } = setting.computed
  return { over, slope: from === to ? undefined : Number(from) > to ? 'down' : 'up' }
}

/** What speaks against an order that can be given. */
function doubtOf(
  name: string,
  head: DeviceHead | undefined,
  value: Scalar | undefined,
  told: readonly RunStep[],
  { reached, now }: Facts,
): Said | undefined {
  if (head && !reached(head)) return { kind: 'away', name, head }
  if (value === undefined) return now && { kind: 'unknown', name }
  const done = told.findIndex(({ outcome }) => outcome === 'confirmed')
  const count = done < 0 ? told.length : done
  return count > 0 ? { kind: 'failed', name, count } : undefined
}

/** Statuses, other scenes, messages, alarms: the rest of what a set does, with values and statuses as they are then. */
function othersOf(
  { devices: _devices, targets: _targets, notifications = [], ...set }: ActionSet,
  facts: Facts,
  now: ReadonlyMap<string, Scalar>,
): Part[] {
  const { speech, alarmName } = facts
  const messages = notifications.map(meantOf(facts.statuses)).map((one) => ({
    ...notificationPart(one, speech),
    // It would be for nobody.
    ...(one.recipients?.length === 0 && { value: speech.text.t('rehearsal.once.nobody'), broken: true }),
    // As long as nobody knows how things are, it says of which values it would tell.
    ...(facts.now && one.values && one.recipients?.length !== 0 && { value: toldText(one, facts, now) }),
  }))
  return [...partsOfSet(set, speech, alarmName), ...messages].map(({ icon, name, value, broken }) => ({
    lane: `${icon} ${name}`,
    icon,
    name,
    text: value,
    lasts: 0,
    ...(broken && { mark: 'doubtful' as const }),
  }))
}

/** A message for those who would be meant. */
const meantOf =
  (statuses: ReadonlyMap<string, boolean>) =>
  (one: RuleNotification): RuleNotification =>
    one.recipients
      ? { ...one, recipients: one.recipients.filter((who) => isMeant(who, (id) => statuses.get(id))) }
      : one

/** The title of a message with what its values would be then (decision 0162). */
function toldText(
  one: Pick<RuleNotification, 'short_desc' | 'desc' | 'values' | 'call'>,
  { speech, statuses }: Facts,
  now: ReadonlyMap<string, Scalar>,
): string {
  const found = foundIn(one, (value: TextValue) =>
    value.kind === 'status'
      ? statuses.get(value.resource_id)
      : now.get(valueId(value.device_id, value.service_name, value.property_name)),
  )
  const text = one.call ? one.call.fields[0]?.text : one.short_desc
  return slotWords(slotOfText(text ?? '', one.values, speech.naming, found), speech)
}

/** A question as those whom it asks would read it then; while nobody knows how things are, with the names of its values. */
const askedText = (question: RuleQuestion, facts: Facts, now: ReadonlyMap<string, Scalar>): string =>
  facts.now && question.values
    ? toldText(question, facts, now)
    : textWords(question.short_desc, question, facts.speech)

/** What a setting would be; undefined where nobody knows. */
function willBe(
  device: string,
  setting: DeviceSetting,
  { speech }: Facts,
  now: ReadonlyMap<string, Scalar>,
): Scalar | undefined {
  if (!('computed' in setting)) return setting.value
  const present = (id: string, service: string, property: string): Present | undefined => {
    const described = propertyAt(speech.ports.home.device(id), { service, property })?.value
    return described && { described, value: now.get(valueId(id, service, property)) }
  }
  const at = present(device, setting.service_name, setting.property_name)
  const copy = copyIn(setting)
  return (
    at &&
    computedValue(
      setting.computed,
      at,
      copy && present(copy.device_id, copy.service_name, copy.property_name),
    )
  )
}

/** What became of the same setting in the last runs, the newest first. */
function toldOf(runs: readonly RuleRun[], device: string, setting: DeviceSetting): readonly RunStep[] {
  return runs
    .flatMap(
      ({ steps }) =>
        steps.findLast(
          ({ kind, device_id, service_name, property_name, outcome }) =>
            kind === 'device' &&
            device_id === device &&
            service_name === setting.service_name &&
            property_name === setting.property_name &&
            (outcome === 'confirmed' || outcome === 'failed' || outcome === 'diverged'),
        ) ?? [],
    )
    .slice(0, ASKED)
}

/** How long it usually takes until a device says that it is done. */
function lastingOf(told: readonly RunStep[]): number {
  const took = told
    .flatMap(({ outcome, at, ended_at }) =>
      outcome === 'confirmed' && ended_at !== undefined ? [Math.max(0, ended_at - at)] : [],
    )
    .sort((a, b) => a - b)
  return took[Math.floor(took.length / 2)] ?? 0
}
