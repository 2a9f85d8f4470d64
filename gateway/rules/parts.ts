import type { Rule } from '#schemas/generated/entities/rule.ts'
import { comparisonOf } from './conditions.ts'

/** How many things can set a rule off. */
export const countTriggers = ({
  time_triggers = [],
  sun_triggers = [],
  event_triggers = [],
  statuses = [],
}: Rule): number => time_triggers.length + sun_triggers.length + event_triggers.length + statuses.length

/** Whether a rule says something that is not of the specification: a gateway older than that refuses it (decision 0173). */
export const speaksBeyond = ({ sun_triggers = [], event_triggers = [] }: Rule): boolean =>
  sun_triggers.length > 0 || event_triggers.some((trigger) => comparisonOf(trigger) !== trigger.compare_type)
