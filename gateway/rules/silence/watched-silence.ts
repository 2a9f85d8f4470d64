import type { SilenceTrigger } from '#schemas/generated/entities/rule.ts'
import type { World } from '../world.ts'

/** A device of which a rule waits that it says nothing for some time (decision 0258). */
export interface WatchedSilence {
  trigger: SilenceTrigger
  /** When it will have been silent for so long, epoch ms; undefined once it has, until it is heard again. */
  due: number | undefined
}

/** Of a device of which nobody knows when it was heard the time begins now; what has been silent for long falls silent no more. */
export function watchedSilence(trigger: SilenceTrigger, world: World, at: number): WatchedSilence {
  const due = (world.heard?.(trigger.device_id) ?? at) + trigger.after
  return { trigger, due: due > at ? due : undefined }
}
