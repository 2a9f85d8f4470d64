import { liveValue } from '#gateway/lib/models/describe.ts'
import { computedValue, type Present } from '#gateway/rules/computed/computed.ts'
import { foundBy, memorable, resolved, restoredTo } from '#gateway/rules/targets/targets.ts'
import { canTell } from '#gateway/rules/texts/found.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { ActionSet, ActionTarget, ComputedValue, TextValue } from '#schemas/generated/entities/rule.ts'
import type { Devices } from '../../../devices/devices.ts'
import type { Causes, PropertyOf } from '../../../orders/causes.ts'
import type { Clock, Wire } from '../../../ports.ts'
import type { Statuses } from '../../../statuses/statuses.ts'
import { type Housing, housedIn, placeIn } from '../../housing.ts'
import type { Memories } from '../memories.ts'
import type { Standing } from './ramp.ts'
import type { Given, RunEffects } from './run-effects.ts'
import { standingOf } from './standing.ts'

/** So long after a start devices are waited for of which nobody has heard since (decision 0266). */
const ARRIVAL = 120_000

/** Of a device that is gone; an order to it is refused with its own reason. */
const NOTHING_KNOWN: Present['described'] = { kind: 'text', access: [] }

export interface RunHomeParts {
  clock: Clock
  statuses: Pick<Statuses, 'get'>
  devices: Pick<Devices, 'get' | 'heard' | 'isAwaited'>
  causes: Causes
  memories: Memories
  /** What a property has been told to be, while it has not answered. */
  wanted(at: PropertyOf): Wire | undefined
  /** Id of the order to a property that came last, while it has not been answered. */
  underWay(at: PropertyOf): string | undefined
  alarms(): readonly AlarmEntry[]
  /** Where targets look for devices, and by which words. */
  home: Housing & { scenes: SceneVocabulary }
}

/** The home as runs find it: what there is, how it is now, and what they remember of it. */
export class RunHome {
  readonly #parts: RunHomeParts
  /** When drivers begin to look for their devices, epoch ms. */
  readonly #opened: number

  constructor(parts: RunHomeParts) {
    this.#parts = parts
    this.#opened = parts.clock.now()
  }

  /** A value as it is, or as it has been told to be and has not answered yet. */
  present({ device, service, property }: PropertyOf): Present {
    const { devices, wanted } = this.#parts
    const held = devices.get(device)
    const found = held?.find(service, property)
    return {
      value: wanted({ device, service, property }) ?? held?.value(service, property),
      described: found ? liveValue(found.property) : NOTHING_KNOWN,
    }
  }

  /** What a value is to be set to now; undefined while what it goes by is unknown. */
  compute(computed: ComputedValue, at: PropertyOf): Scalar | undefined {
    return computedValue(computed, this.present(at), this.#source(computed))
  }

  standing(at: PropertyOf, own: { run: string; since: number }): Standing {
    return standingOf(at, own, { ...this.#parts, scenes: this.#parts.home.scenes })
  }

  /** What a device has reported, or a status is; a secret is none of it. */
  now(value: TextValue): unknown {
    const { devices, statuses } = this.#parts
    if (value.kind === 'status') return statuses.get(value.resource_id)?.state
    const { device_id, service_name, property_name } = value
    const held = devices.get(device_id)
    const found = held?.find(service_name, property_name)
    return found && canTell(liveValue(found.property)) ? held?.value(service_name, property_name) : undefined
  }

  /** What a target of that rule means now; undefined where its room or floor is gone. */
  found(target: ActionTarget, set: ActionSet, own: string): readonly Given[] | undefined {
    const { home, memories } = this.#parts
    if (target.place && placeIn(home, target.place) === undefined) return undefined
    const { computed } = target
    if (computed?.kind !== 'restore')
      return resolved(
        target,
        foundBy(target, set, housedIn(home), home.scenes),
        (at) => this.present(at).value,
      )
    const whose = computed.rule_id ?? own
    const found = memorable(target, set, housedIn(home), home.scenes)
    const given = restoredTo(target, found, (device) => memories.recall(whose, device), home.scenes)
    memories.restored(whose, new Set(given.map(({ device }) => device)))
    return given
  }

  /** Devices that a target means now. */
  meant(target: ActionTarget, set: ActionSet): string[] {
    const { home } = this.#parts
    return foundBy(target, set, housedIn(home), home.scenes).map(({ device }) => device)
  }

  remember(target: ActionTarget, own: string): ReturnType<RunEffects['remember']> {
    const { home, memories } = this.#parts
    if (target.place && placeIn(home, target.place) === undefined) return undefined
    const found = memorable(target, {}, housedIn(home), home.scenes)
    const told = memories.remember(
      own,
      found.map((at) => ({ ...at, value: this.present(at).value })),
    )
    return { ...told, found: new Set(found.map(({ device }) => device)).size }
  }

  /** An alarm as the home's table words it. */
  alarm(id: number): { short_desc?: string; desc?: string } {
    const [text] = this.#parts.alarms().find(({ alarmId }) => alarmId === id)?.alarm ?? []
    return { ...(text && { short_desc: text.name }), ...(text?.desc !== undefined && { desc: text.desc }) }
  }

  nameOf(device: string): string | undefined {
    return this.#parts.devices.get(device)?.description.device_name
  }

  /** Right after a start drivers still look for their devices: until then an order would be refused. */
  arrival(wanted: () => readonly string[]): Promise<void> | undefined {
    const { clock, devices } = this.#parts
    // A clock that was set back makes nobody wait longer.
    const left = Math.min(ARRIVAL, this.#opened + ARRIVAL - clock.now())
    const awaited = left > 0 ? wanted().filter((id) => devices.isAwaited(id)) : []
    if (awaited.length === 0) return undefined
    return new Promise<void>((resolve) => {
      const cancel = clock.after(left, resolve)
      void Promise.all(awaited.map((id) => devices.heard(id))).then(() => {
        cancel()
        resolve()
      })
    })
  }

  #source(computed: ComputedValue): Present | undefined {
    if (computed.kind !== 'copy') return undefined
    const { device_id: device, service_name: service, property_name: property } = computed
    return this.present({ device, service, property })
  }
}
