import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'
import { wordsOfFact } from './runs.ts'
import { meant, numeric, roleOf, slotsOf } from './triggers.ts'

type Contradiction = NonNullable<RuleRow['contradicts']>[number]

/** "Switches “Light” of X off, while “Evening” switches it on at the same time (next: Friday, 22:00)". */
export function wordsOfContradiction(one: Contradiction, naming: Naming, moment: string): Phrase {
  const { rule_id, rule_name, device_id: id, device_name: name, value, other_value } = one
  const { service_name: service = '', property_name: property = '' } = one
  const common: Phrase['slots'] = {
    rule: { is: 'text', text: naming.rule?.(rule_id) ?? rule_name },
    when: { is: 'phrase', phrase: whenOf(one, naming, moment) },
  }
  if (one.group !== undefined)
    return {
      keys: ['concerns.statusGroup'],
      slots: {
        ...common,
        status: { is: 'status', name: one.status_name ?? one.resource_id ?? '' },
        other: { is: 'status', name: one.other_status_name ?? '' },
        group: { is: 'text', text: one.group },
      },
    }
  if (one.switched_rule_id !== undefined)
    return {
      keys: [value === true ? 'concerns.sceneOn' : 'concerns.sceneOff'],
      slots: {
        ...common,
        scene: { is: 'text', text: naming.rule?.(one.switched_rule_id) ?? one.switched_rule_name ?? '' },
      },
    }
  if (id === undefined)
    return {
      keys: [value === true ? 'concerns.statusOn' : 'concerns.statusOff'],
      slots: { ...common, status: { is: 'status', name: one.status_name ?? one.resource_id ?? '' } },
    }
  const described = naming.property(id, service, property)
  const [own, other] = [meant(value, described), meant(other_value, described)]
  const role = roleOf(own, described)
  const switched = described?.kind === 'bool' && (role === 'on' || role === 'off')
  const measured = described ? described.kind === 'number' || described.kind === 'range' : numeric(own)
  return {
    keys: [switched ? `concerns.${role}` : measured ? 'concerns.number' : 'concerns.word'],
    slots: {
      ...common,
      ...slotsOf({ id, name, service, property }, own, described, naming),
      other: { is: 'value', service, property, value: other, described },
    },
  }
}

function whenOf({ trigger, after = 0 }: Contradiction, naming: Naming, moment: string): Phrase {
  if (!trigger) return { keys: ['concerns.when.at'], slots: { moment: { is: 'text', text: moment } } }
  const clause: Slot = { is: 'phrase', phrase: wordsOfFact(trigger, naming) }
  return after === 0
    ? { keys: ['concerns.when.with'], slots: { clause } }
    : { keys: ['concerns.when.after'], slots: { clause, duration: { is: 'duration', ms: after } } }
}
