import type { DeviceHead } from '#engine/ports.ts'
import { copyIn } from '#gateway/lib/scenes/copies.ts'
import { computedValue, type Present } from '#gateway/rules/computed/computed.ts'
import { type Found, resolved } from '#gateway/rules/targets/targets.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type {
  ActionDevice,
  ActionSet,
  ActionTarget,
  ComputedValue,
  DeviceSetting,
} from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { propertyAt } from '../../builder/offered/properties.ts'
import { type SetPart, type Speech, settingSentence, targetPart } from '../../builder/sentences.ts'
import { valueId } from '../recorded.ts'
import type { Facts, Hint, Part, Said } from './blocks.ts'
import { membersOf } from './values-set.ts'

/** From here on it is worth saying that something takes its time. */
const SLOW = 5000
/** So many runs tell how long something takes. */
const ASKED = 5

/** What a target would do: one lane, whatever it finds; what speaks against one of those found is said by itself. */
export function targeted(
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
export function settingsOf(
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
        : doubtOf(name, setting, head, value, told, facts)
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
  if (!('computed' in setting)) return undefined
  // It goes to and fro, as it did then.
  if (setting.computed.kind === 'replay') return { over: setting.computed.over, slope: undefined }
  if (setting.computed.kind !== 'ramp') return undefined
  const { from = now, to, over } = setting.computed
  return { over, slope: from === to ? undefined : Number(from) > to ? 'down' : 'up' }
}

const isReplay = (setting: DeviceSetting): boolean =>
  'computed' in setting && setting.computed.kind === 'replay'

/** What speaks against an order that can be given. */
function doubtOf(
  name: string,
  setting: DeviceSetting,
  head: DeviceHead | undefined,
  value: Scalar | undefined,
  told: readonly RunStep[],
  { reached, now }: Facts,
): Said | undefined {
  if (head && !reached(head)) return { kind: 'away', name, head }
  if (value === undefined && !isReplay(setting)) return now && { kind: 'unknown', name }
  const done = told.findIndex(({ outcome }) => outcome === 'confirmed')
  const count = done < 0 ? told.length : done
  return count > 0 ? { kind: 'failed', name, count } : undefined
}

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
