import { liveValue } from '#gateway/lib/models/describe.ts'
import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import { type Contradiction, contradictionsOf } from '#gateway/rules/concerns/contradictions.ts'
import { type Never, neverRuns } from '#gateway/rules/concerns/never.ts'
import type { Surroundings } from '#gateway/rules/concerns/ways.ts'
import { isOfMoment } from '#gateway/rules/conditions.ts'
import { namedElsewhere } from '#gateway/rules/elsewhere.ts'
import { besideIn, loopsOf, type Targeted } from '#gateway/rules/loops.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import { leavingOf } from '#gateway/rules/targets/targets.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import type { RuleStatistics } from '#schemas/generated/entities/rule-statistics.ts'
import type { RulesContext } from './context.ts'
import { housedIn } from './housing.ts'
import { missingIn } from './rule-check.ts'
import { scenesOf } from './rule-edit.ts'
import { propertyOf } from './trigger-property.ts'

/** Every rule in a line, with what is wrong with it. */
export function rowsOf(context: RulesContext): RuleRow[] {
  const all = context.rules.all()
  let housed: ReturnType<typeof housedIn> | undefined
  const targeted: Targeted = (target, set) => {
    housed ??= housedIn(context)
    return leavingOf(target, set, housed, context.scenes)
  }
  const isEvent: Parameters<typeof loopsOf>[1] = (trigger) =>
    isOfMoment(trigger, propertyOf(trigger, context.devices))
  const loops = loopsOf(all, isEvent, targeted, besideIn(context.statuses.all()))
  const concerns = concernsOf(all, targeted, context)
  return all.map((rule) =>
    rowOf(
      rule,
      context,
      loops.find((loop) => loop.includes(rule.id)),
      concerns,
    ),
  )
}

interface Concerns {
  never: ReadonlyMap<string, Never>
  contradicts: ReadonlyMap<string, readonly Contradiction[]>
}

/** What was found last, and of what: a list is asked for after each change, and by everybody who looks. */
const lastFound = new WeakMap<RulesContext['automation'], { of: readonly unknown[]; found: Concerns }>()

/** What time alone changes is looked at anew this often. */
const FRESH = 60_000

function concernsOf(all: readonly Rule[], leaves: Targeted, context: RulesContext): Concerns {
  const { devices, statuses, automation, floors } = context
  const looks = all.some(({ scenes = [] }) => scenes.some(({ targets = [] }) => targets.length > 0))
  const things = [...new Set(all.flatMap((rule) => [...devicesOf(rule)]))]
  const of = [
    ...all,
    ...things.map((id) => devices.get(id) !== undefined),
    ...statuses.all().flatMap(({ resource_id, group }) => [resource_id, group]),
    // Where it matters, who lives where.
    ...(looks ? [...devices.all().map(({ id }) => id), JSON.stringify(floors.layout())] : []),
    Math.floor(context.now() / FRESH),
    context.zone(),
    JSON.stringify(context.place()),
  ]
  const last = lastFound.get(automation)
  if (last && last.of.length === of.length && last.of.every((one, n) => one === of[n])) return last.found
  const home: Surroundings = {
    now: context.now(),
    zone: context.zone(),
    place: context.place(),
    described: (device, service, property) => {
      const found = devices.get(device)?.find(service, property)?.property
      return found && liveValue(found)
    },
    status: (id) => statuses.get(id) !== undefined,
    group: (id) => statuses.get(id)?.group,
    leaves,
    device: (id) => devices.get(id) !== undefined,
    rule: (id) => context.rules.get(id) !== undefined,
  }
  const found: Concerns = {
    never: new Map(
      all.flatMap((rule) => {
        const why = neverRuns(rule, home)
        return why ? [[rule.id, why] as const] : []
      }),
    ),
    contradicts: contradictionsOf(all, home),
  }
  lastFound.set(automation, { of, found })
  return found
}

const UNUSED = 90 * 86_400_000

/** Since when a rule that is on has not run, where that is long. One that raises an alarm had better not. */
function unusedSince(
  { id, active, draft, scenes = [] }: Rule,
  { rules, now }: RulesContext,
  { since, last_run_at = 0 }: RuleStatistics,
): Pick<RuleRow, 'unused_since'> {
  const raises = scenes.some(({ alarms = [] }) => alarms.length > 0)
  if (!active || draft || raises) return {}
  const unused_since = Math.max(since, last_run_at, rules.changedAt(id) ?? 0)
  return now() - unused_since >= UNUSED ? { unused_since } : {}
}

function rowOf(
  rule: Rule,
  context: RulesContext,
  loop: readonly string[] | undefined,
  concerns: Concerns,
): RuleRow {
  const { id, name, active, rule_logic, version = 1, draft, look, folder } = rule
  const { runs, runner, tallies } = context.automation
  const named = devicesOf(rule)
  const [never, contradicts] = [concerns.never.get(id), concerns.contradicts.get(id)]
  const elsewhere = namedElsewhere(rule)
  const [until, last] = [runner.throttledUntil(id), runs.last(id)]
  return {
    id,
    name,
    active,
    rule_logic,
    version,
    ...(draft && { draft }),
    ...(look && { look }),
    ...(folder && { folder }),
    triggers: countTriggers(rule),
    scenes: scenesOf(rule).length,
    faults: missingIn(rule, context).length,
    ...(loop && { loop: [...loop] }),
    ...(never && { never }),
    ...(!never && unusedSince(rule, context, tallies.of(id))),
    ...(contradicts && { contradicts: [...contradicts] }),
    ...(until !== undefined && { throttled_until: until }),
    ...(last && { last_run: { run_id: last.run_id, at: last.at, outcome: last.outcome } }),
    ...(elsewhere && { elsewhere }),
    device_ids: [...named],
    device_names: [...named].flatMap((device) => context.devices.get(device)?.view.device_name ?? []),
  }
}
