import type { DeviceHead } from '#engine/ports.ts'
import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import { copiedValues } from '#gateway/lib/scenes/copies.ts'
import { exceptedDevices } from '#gateway/lib/scenes/targets.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { standIns, withDevice } from '../page/repair.ts'
import type { Change, Imported } from './exported.ts'

/** A device that scenes of a file name and this home lacks, with those that could stand in for it. */
export interface Absent {
  id: string
  /** As the other home called it. */
  name: string
  standIns: readonly DeviceHead[]
}

export const changeKey = ({ kind, id }: Pick<Change, 'kind' | 'id'>): string => `${kind} ${id}`

function devicesIn(rule: Rule): readonly (readonly [id: string, name: string])[] {
  const { event_triggers = [], silence_triggers = [], scenes = [] } = rule
  const waits = [...event_triggers, ...askedValues(rule)].map(
    ({ event_source, device_name }) => [event_source, device_name ?? event_source] as const,
  )
  const sets = scenes.flatMap(({ devices = [] }) =>
    devices.map(({ id, device_name }) => [id, device_name ?? id] as const),
  )
  const copies = [...copiedValues(rule), ...toldValues(rule).filter(isOfDevice), ...silence_triggers].map(
    ({ device_id, device_name }) => [device_id, device_name ?? device_id] as const,
  )
  const excepted = exceptedDevices(rule).map(
    ({ device_id, device_name }) => [device_id, device_name ?? device_id] as const,
  )
  return [...waits, ...sets, ...excepted, ...copies]
}

/** What the chosen scenes name and this home lacks: a stand-in has to do for all of them. */
export function absentIn(rules: readonly Rule[], heads: readonly DeviceHead[]): readonly Absent[] {
  const here = new Set(heads.map(({ id }) => id))
  const names = new Map(rules.flatMap(devicesIn).filter(([id]) => !here.has(id)))
  return [...names].map(([id, name]) => {
    const naming = rules.filter((rule) => devicesIn(rule).some(([one]) => one === id))
    return {
      id,
      name,
      standIns: heads.filter((head) => naming.every((rule) => standIns(rule, id, [head]).length > 0)),
    }
  })
}

/** Of a file what was chosen, with the stand-ins in their places. */
export function chosenOf(
  { rules = [], statuses = [] }: Imported,
  chosen: ReadonlySet<string>,
  instead: ReadonlyMap<string, DeviceHead>,
): Imported {
  return {
    rules: rules
      .filter(({ id }) => chosen.has(changeKey({ kind: 'rule', id })))
      .map((rule) => [...instead].reduce((one, [from, to]) => withDevice(one, from, to), rule)),
    statuses: statuses.filter(({ resource_id: id }) => chosen.has(changeKey({ kind: 'status', id }))),
  }
}
