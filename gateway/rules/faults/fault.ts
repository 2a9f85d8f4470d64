import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { TargetPlace } from '#schemas/generated/entities/rule.ts'
import type { Candidate, CandidateProperty } from '../may.ts'

/** With what a home may refuse a rule (spec 2 §5), and what a rule names that is there no more. */
export type Refusing = 'incomplete' | 'dateInPast' | 'functionality_added' | 'not_triggering' | 'not_acting'
export type Missing =
  | 'device_missing'
  | 'property_missing'
  | 'status_missing'
  | 'rule_missing'
  | 'alarm_missing'
  | 'room_missing'
  | 'floor_missing'
  | 'place_unknown'
  | 'person_missing'

export interface RuleFault {
  code: Refusing | Missing
  /** Where in the rule: `['event_triggers', 0]`, `['scenes', 1, 'devices', 0, 'settings', 0]`. */
  path: readonly (string | number)[]
  device_id?: string
  /** As the rule knows it: the home may have forgotten it. */
  device_name?: string
  service_name?: string
  property_name?: string
  status_name?: string
  rule_name?: string
  place_name?: string
  person_name?: string
}

export interface HomeFacts {
  device(id: string): Candidate | undefined
  /** Whether there is such a status. */
  status(resource_id: string): boolean
  /** Whether there is such a rule; without it, rules that are run or switched are not looked at. */
  rule?(rule_id: string): boolean
  /** Whether the alarm table has it; without it, alarms are not looked at. */
  alarm?(alarmId: number): boolean
  /** Whether there is such a room or floor; without it, places are not looked at. */
  place?(place: TargetPlace): boolean
  /** Whether somebody uses the home; without it, or while this is not known, people are not looked at. */
  person?(user_id: string): boolean | undefined
  vocabulary: SceneVocabulary
  /** Whether somebody has said where the home is; undefined while this is not known. */
  placed?: boolean | undefined
  zone: string
  now: number
}

/** Where in a rule something stands. */
export type Path = readonly (string | number)[]

/** A value of a device, or what of it is not there. */
export function lookUp(
  id: string,
  service: string,
  property: string,
  home: HomeFacts,
): { device: Candidate; at: CandidateProperty } | Missing {
  const device = home.device(id)
  if (!device) return 'device_missing'
  const at = device.properties.find((one) => one.service === service && one.property === property)
  return at ? { device, at } : 'property_missing'
}
