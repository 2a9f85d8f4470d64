import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import { isOfMoment } from '#gateway/rules/conditions.ts'
import { loopsOf, type Targeted } from '#gateway/rules/loops.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import { leavingOf } from '#gateway/rules/targets/targets.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
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
  const loops = loopsOf(all, isEvent, targeted)
  return all.map((rule) =>
    rowOf(
      rule,
      context,
      loops.find((loop) => loop.includes(rule.id)),
    ),
  )
}

function rowOf(rule: Rule, context: RulesContext, loop: readonly string[] | undefined): RuleRow {
  const { id, name, active, rule_logic, version = 1, draft } = rule
  const { runs, runner } = context.automation
  const named = devicesOf(rule)
  const [until, last] = [runner.throttledUntil(id), runs.last(id)]
  return {
    id,
    name,
    active,
    rule_logic,
    version,
    ...(draft && { draft }),
    triggers: countTriggers(rule),
    scenes: scenesOf(rule).length,
    faults: missingIn(rule, context).length,
    ...(loop && { loop: [...loop] }),
    ...(until !== undefined && { throttled_until: until }),
    ...(last && { last_run: { run_id: last.run_id, at: last.at, outcome: last.outcome } }),
    device_ids: [...named],
    device_names: [...named].flatMap((device) => context.devices.get(device)?.view.device_name ?? []),
  }
}
