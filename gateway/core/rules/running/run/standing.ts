import { isOn } from '#gateway/lib/values/value-kinds.ts'
import { candidateOf } from '#gateway/rules/may.ts'
import { switchBeside } from '#gateway/rules/ramp/switch-beside.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Devices } from '../../../devices/devices.ts'
import type { Causes, PropertyOf } from '../../../orders/causes.ts'
import type { Standing } from './ramp.ts'

interface Known {
  devices: Pick<Devices, 'get'>
  causes: Pick<Causes, 'of'>
  /** Id of the order to a property that came last, while it has not been answered. */
  underWay(at: PropertyOf): string | undefined
  scenes: Pick<SceneVocabulary, 'kinds'>
}

/** How things are with a value that a run brings along since then; ids of its orders begin with its own. */
export function standingOf(at: PropertyOf, own: { run: string; since: number }, known: Known): Standing {
  const { devices, causes, underWay, scenes } = known
  const held = devices.get(at.device)
  const beside = held && switchBeside(candidateOf(held.description).properties, at, scenes)
  const state = beside && held.value(beside.service, beside.property)
  const order = underWay(at)
  const [newest] = causes.of(at.device, at.service, at.property)
  const by = newest?.cause
  return {
    reported: held?.value(at.service, at.property),
    off: beside !== undefined && state !== undefined && state !== null && !isOn(beside.value, state),
    ordered: order !== undefined && !order.startsWith(`${own.run}-`),
    changed:
      newest !== undefined &&
      newest.at > own.since &&
      by?.kind !== 'device' &&
      by?.kind !== 'gateway' &&
      by?.run_id !== own.run,
  }
}
