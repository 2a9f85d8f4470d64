import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { defineCommand } from '../../command.ts'
import { deviceOf, propertyOf } from '../../devices/find.ts'
import { check, describedBy } from '../../devices/value-check.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RulesContext } from '../context.ts'
import { assertMayTrigger, assertRunnable, assertSound } from '../rule-check.ts'
import type { RuleEdit } from '../rule-edit.ts'
import { assertSpace, freeName, knownStatus, scalar } from '../rule-parts.ts'
import { rowsOf } from '../rule-rows.ts'
import { namedIn, plainRule, viewOf } from '../rule-view.ts'

/** As many people build a scene at once; a draft beyond that was left behind, and a page that has it stores it anew. */
const MOST_DRAFTS = 10

export const getRulesList = defineCommand('get_rules_list', (_params, context: RulesContext) => ({
  rules: rowsOf(context),
}))

export const getRules = defineCommand('get_rules', ({ rule_ids }, context: RulesContext) => {
  const wanted = rule_ids && new Set(rule_ids)
  const rules = context.rules.all().filter(({ id }) => !wanted || wanted.has(id))
  return { rules: rules.map((rule) => viewOf(rule, namedIn(context))) }
})

export const getAlarmTable = defineCommand('get_alarm_table', (_params, { alarms }: RulesContext) => ({
  alarms: [...alarms()],
}))

export const alarmTable = defineCommand('alarm_table', async ({ alarms }, context: RulesContext) => {
  await context.takeAlarms(alarms)
  return { alarms: alarms.length }
})

export const createRule = defineCommand('create_rule', ({ name, draft }, context: RulesContext, { userId }) =>
  context.rules.edit(userId, (edit) => {
    if (draft) dropOldDrafts(edit)
    assertSpace(edit.book)
    const rule: Rule = {
      id: context.newId(),
      name: freeName(edit.book, name, undefined),
      rule_logic: 'OR',
      active: false,
      version: 1,
      ...(draft && { draft }),
    }
    edit.put(rule)
    return { rule: viewOf(rule, namedIn(context)) }
  }),
)

function dropOldDrafts(edit: RuleEdit): void {
  const drafts = [...edit.book.rules.values()].filter((rule) => rule.draft)
  for (const { id } of drafts.slice(0, Math.max(0, drafts.length - MOST_DRAFTS + 1))) edit.remove(id)
}

/** The whole rule at once, so that nothing half changed ever runs. */
export const saveRule = defineCommand(
  'save_rule',
  async ({ rule: given, base }, context: RulesContext, { userId }) => {
    await context.rules.edit(userId, (edit) => {
      const old = edit.book.rules.get(given.id)
      if ((old?.version ?? 0) !== base) throw new CommandError(codes.conflict, 'changed_meanwhile')
      if (!old) assertSpace(edit.book)
      const completes = !given.draft && old?.draft === true
      const name = freeName(edit.book, given.name, given.id, completes ? 'sceneNameExists' : 'name_exists')
      const rule = { ...plainRule(given), name }
      assertSound(rule, old, edit.book, context)
      edit.put(rule)
    })
    const stored = context.rules.get(given.id)
    if (!stored) throw new CommandError(codes.conflict, 'changed_meanwhile')
    return { rule: viewOf(stored, namedIn(context)) }
  },
)

export const deleteRule = defineCommand('delete_rule', ({ rule_id }, { rules }: RulesContext, { userId }) =>
  rules.edit(userId, (edit) => {
    edit.remove(rule_id)
    return {}
  }),
)

export const updateRuleInfo = defineCommand(
  'update_rule_info',
  ({ rule_id, name, active, look, folder }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      const { look: had, folder: lay, ...bare } = edit.rule(rule_id)
      if (active) assertRunnable(bare)
      const [shown, placed] = [
        look === undefined ? had : look,
        folder === undefined ? lay : cleanName(folder ?? ''),
      ]
      edit.put({
        ...bare,
        ...(shown && { look: shown }),
        ...(placed && { folder: placed }),
        ...(name !== undefined && { name: freeName(edit.book, name, rule_id) }),
        ...(active !== undefined && { active }),
        // A rule that is switched on is finished.
        ...(active === true && { draft: false }),
      })
      return {}
    }),
)

export const updateRuleLogic = defineCommand(
  'update_rule_logic',
  ({ rule_id, rule_logic }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.change(rule_id, () => ({ rule_logic }))
      return {}
    }),
)

export const updateRuleStatus = defineCommand(
  'update_rule_status',
  async ({ rule_id, resource_id, state }, { rules, statuses }: RulesContext, { userId }) => {
    const status = { ...knownStatus(statuses, resource_id), state }
    return rules.edit(userId, (edit) => {
      edit.change(rule_id, (rule) => ({
        statuses: [...(rule.statuses ?? []).filter((one) => one.resource_id !== resource_id), status],
      }))
      return {}
    })
  },
)

export const deleteRuleStatus = defineCommand(
  'delete_rule_status',
  ({ rule_id, resource_id }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.change(rule_id, ({ statuses = [] }) => ({
        statuses: statuses.filter((one) => one.resource_id !== resource_id),
      }))
      return {}
    }),
)

export const updateDeviceTrigger = defineCommand(
  'update_device_trigger',
  async (
    { rule_id, trigger_id, device_id: event_source, value, ...given },
    context: RulesContext,
    { userId },
  ) => {
    const wanted = { ...given, event_source, value: triggerValue({ event_source, value, ...given }, context) }
    return context.rules.edit(userId, (edit) => {
      const trigger = { id: trigger_id ?? context.newId(), ...wanted }
      edit.change(rule_id, (rule) => {
        const next = { ...rule, event_triggers: putIn(rule.event_triggers, trigger, trigger_id) }
        assertSound(next, rule, edit.book, context)
        return next
      })
      return { trigger_id: trigger.id }
    })
  },
)

export const deleteDeviceTrigger = defineCommand(
  'delete_device_trigger',
  ({ rule_id, trigger_id }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.change(rule_id, ({ event_triggers = [] }) => ({
        event_triggers: event_triggers.filter(({ id }) => id !== trigger_id),
      }))
      return {}
    }),
)

export const updateTimeTrigger = defineCommand(
  'update_time_trigger',
  ({ rule_id, id, date, repeating }, context: RulesContext, { userId }) =>
    context.rules.edit(userId, (edit) => {
      const trigger = { id: id ?? context.newId(), ...partsOf(date), repeating }
      edit.change(rule_id, (rule) => {
        const next = { ...rule, time_triggers: putIn(rule.time_triggers, trigger, id) }
        assertSound(next, rule, edit.book, context)
        return next
      })
      return { id: trigger.id }
    }),
)

export const deleteTimeTrigger = defineCommand(
  'delete_time_trigger',
  ({ rule_id, id: gone }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.change(rule_id, ({ time_triggers = [] }) => ({
        time_triggers: time_triggers.filter(({ id }) => id !== gone),
      }))
      return {}
    }),
)

interface Condition {
  event_source: string
  service_name: string
  property_name: string
  value: Scalar
}

/** What a trigger compares with, as the property would report it. */
function triggerValue(wanted: Condition, context: RulesContext): Scalar {
  const held = deviceOf(context.devices, wanted.event_source)
  const { property } = propertyOf(held, wanted.service_name, wanted.property_name)
  assertMayTrigger(held.view, wanted, context)
  const checked = check(wanted.value, describedBy(property))
  if (!checked.ok) throw new CommandError(codes.invalid, `The value ${checked.message}`)
  return scalar(checked.value)
}

function putIn<T extends { id: string }>(all: readonly T[] = [], one: T, known: string | undefined): T[] {
  if (known === undefined) return [...all, one]
  if (!all.some(({ id }) => id === known)) throw new CommandError(codes.unknown, 'There is no such trigger')
  return all.map((old) => (old.id === known ? one : old))
}

/** DD-MM-YYYY HH:mm:ss, already known to be of that form. */
function partsOf(date: string) {
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = date.split(/[- :]/).map(Number)
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12
  if (!exists || hour > 23 || minute > 59 || second > 59)
    throw new CommandError(codes.invalid, 'There is no such date')
  return { day, month, year, hour, minute, second }
}
