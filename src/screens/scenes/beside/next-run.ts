import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import { conditionsOf } from '#gateway/rules/moments/coming.ts'
import { nextMoment } from '#gateway/rules/moments/moments.ts'
import { nextSunMoment, type Whereabouts } from '#gateway/rules/moments/sun-moments.ts'
import { foundBy, type Housed } from '#gateway/rules/targets/targets.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { vocabulary } from '../builder/offered/vocabulary.ts'

export interface NextRun {
  rule: Rule
  at: number
}

/** When a rule runs next by the clock or the sun; a rule of which several things must hold may still let it pass. */
function nextOf(rule: Rule, where: Whereabouts, now: number): NextRun | undefined {
  if (!rule.active) return undefined
  const asked = conditionsOf(rule, where)
  let at: number | undefined = now
  for (let tries = 0; at !== undefined && tries < MOST; tries++) {
    at = nextMomentOf(rule, where, at)
    // What the calendar rules out already does not come.
    if (at !== undefined && asked.holds(at) !== false) return { rule, at }
  }
  return undefined
}

/** A year of days: what asks for a season comes in the next one. */
const MOST = 366

function nextMomentOf(rule: Rule, where: Whereabouts, after: number): number | undefined {
  const moments = [
    ...(rule.time_triggers ?? []).flatMap((trigger) => nextMoment(trigger, where.zone, after) ?? []),
    ...(rule.sun_triggers ?? []).flatMap((trigger) => nextSunMoment(trigger, where, after) ?? []),
  ]
  return moments.length === 0 ? undefined : Math.min(...moments)
}

/** The next runs by the clock, soonest first. */
export const nextRuns = (rules: readonly Rule[], where: Whereabouts, now: number): readonly NextRun[] =>
  rules.flatMap((rule) => nextOf(rule, where, now) ?? []).toSorted((a, b) => a.at - b.at)

/** What a rule would set of a device. */
export const settingsFor = (rule: Rule, device: string) =>
  (rule.scenes ?? []).flatMap((scene) =>
    (scene.devices ?? [])
      .filter(({ id }) => id === device)
      .flatMap((one) => one.settings.map((setting) => ({ device: one, setting }))),
  )

/** Whether a rule waits for one of these devices, asks about it, sets it, by itself or as one of a kind, or takes over a value of it. */
export function names(rule: Rule, devices: readonly Housed[]): boolean {
  const named = devicesOf(rule)
  return (
    devices.some(({ id }) => named.has(id)) ||
    (rule.scenes ?? []).some((set) =>
      (set.targets ?? []).some((target) => foundBy(target, set, devices, vocabulary).length > 0),
    )
  )
}
