import { spokenKeys } from '#gateway/lib/models/text-keys.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'
import { wordsOfDates, wordsOfWindow } from '../only-if/words.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'
import { wordsOfRepeat, wordsOfTurn } from '../steps/words.ts'
import { wordsOfTarget } from '../targets/words.ts'
import type { Scalar } from '../world.ts'
import {
  wordsOfAlarm,
  wordsOfNotification,
  wordsOfPause,
  wordsOfRestored,
  wordsOfRuleAction,
  wordsOfSetting,
  wordsOfStatusChange,
} from './actions.ts'
import {
  type Mood,
  slotsOf,
  wordsOfCallTrigger,
  wordsOfDeviceTrigger,
  wordsOfRunTrigger,
  wordsOfSilenceTrigger,
  wordsOfStatusTrigger,
  wordsOfSun,
} from './triggers.ts'

/** What set a rule off, or stood against it. */
export function wordsOfFact(fact: TriggerFact, naming: Naming, mood: Mood = 'becomes'): Phrase {
  if (fact.type === 'TIME_TRIGGER') return { keys: ['sentences.fact.time'], slots: {} }
  if (fact.type === 'SUN_TRIGGER')
    return fact.sun ? wordsOfSun(fact.sun) : { keys: ['sentences.fact.time'], slots: {} }
  if (fact.type === 'CALL_TRIGGER') return wordsOfCallTrigger({ name: fact.call_name })
  if (fact.type === 'SILENCE_TRIGGER')
    return wordsOfSilenceTrigger({ device_id: '', after: 0, ...fact }, naming)
  if (fact.type === 'RUN_TRIGGER') {
    const { rule_id = '', rule_name: name = rule_id, end = 'over' } = fact
    return wordsOfRunTrigger({ rule_id, name, end }, naming)
  }
  if (fact.type === 'PLAYED') return played(fact, naming)
  if (fact.type === 'RULE_TRIGGER') {
    const { rule_id = '', rule_name = rule_id } = fact
    return {
      keys: ['sentences.fact.byRule'],
      slots: { rule: { is: 'text', text: naming.rule?.(rule_id) ?? rule_name } },
    }
  }
  if (fact.window) return wordsOfWindow(fact.window)
  if (fact.dates) return wordsOfDates(fact.dates)
  if (fact.type === 'STATUS_TRIGGER')
    return wordsOfStatusTrigger({
      name: fact.status_name ?? fact.resource_id ?? '',
      state: fact.wanted === true,
    })
  if (fact.from !== undefined && fact.found !== undefined && fact.found !== null)
    return wordsOfChanged(fact, fact.from, fact.found, naming)
  // How it compares is called in a fact what it is called in a trigger.
  const { device_id = '', service_name = '', property_name = '', compare_type = 'EQ', wanted = '' } = fact
  return wordsOfDeviceTrigger(
    { ...fact, id: '', event_source: device_id, service_name, property_name, compare_type, value: wanted },
    naming,
    mood,
  )
}

/** "Temperature of X went from 19 °C to 21 °C". */
function wordsOfChanged(fact: TriggerFact, from: number, found: Scalar, naming: Naming): Phrase {
  const {
    device_id: id = '',
    device_name: name,
    service_name: service = '',
    property_name: property = '',
  } = fact
  const described = naming.property(id, service, property)
  return {
    keys: ['sentences.fact.changed'],
    slots: {
      ...slotsOf({ id, name, service, property }, found, described, naming),
      from: { is: 'value', service, property, value: from, described },
    },
  }
}

function played({ user_id, tried }: TriggerFact, naming: Naming): Phrase {
  if (tried) return { keys: ['sentences.fact.tried'], slots: {} }
  const name = user_id === undefined ? undefined : naming.user?.(user_id)
  return name === undefined
    ? { keys: ['sentences.fact.played'], slots: {} }
    : { keys: ['sentences.fact.playedBy'], slots: { user: { is: 'text', text: name } } }
}

/** Why a rule did not fire on a chance. */
export function wordsOfReason({ reason, trigger }: MissReason, naming: Naming): Phrase {
  if (!trigger) return { keys: [`sentences.reason.${reason}`], slots: {} }
  const clause: Slot = { is: 'phrase', phrase: wordsOfFact(trigger, naming, 'is') }
  const found = foundSlot(trigger, naming)
  if (reason === 'condition')
    return found
      ? wordsOfFound(trigger, found, naming)
      : { keys: ['sentences.reason.unknown'], slots: { clause } }
  return { keys: [`sentences.reason.${reason}Of`, `sentences.reason.${reason}`], slots: { clause } }
}

/** "Lamp was off": what it was says enough of what it was not. */
function wordsOfFound(fact: TriggerFact, found: Slot, naming: Naming): Phrase {
  if (fact.window) return wordsOfWindow(fact.window, fact.found === true ? 'was' : 'wasNot')
  if (fact.dates) return wordsOfDates(fact.dates, fact.found === true ? 'was' : 'wasNot')
  if (fact.type === 'STATUS_TRIGGER') {
    const name = fact.status_name ?? fact.resource_id ?? ''
    return { keys: ['sentences.reason.foundStatus'], slots: { status: { is: 'status', name }, found } }
  }
  const { device_id: id = '', device_name, service_name: service = '', property_name: property = '' } = fact
  return {
    keys: [...spokenKeys('was', { service, property }, 'any'), 'sentences.reason.found'],
    slots: {
      device: { is: 'device', id, name: naming.device(id) ?? device_name ?? id },
      property: { is: 'property', service, property, described: naming.property(id, service, property) },
      found,
    },
  }
}

function foundSlot(fact: TriggerFact, naming: Naming): Slot | undefined {
  const { found, device_id = '', service_name: service = '', property_name: property = '' } = fact
  if (found === null || found === undefined) return undefined
  if (fact.type === 'STATUS_TRIGGER')
    return {
      is: 'phrase',
      phrase: { keys: [found === true ? 'sentences.fact.on' : 'sentences.fact.off'], slots: {} },
    }
  const described = naming.property(device_id, service, property)
  return { is: 'value', service, property, value: found, described }
}

/** A step of a run, as the action that it was. */
export function wordsOfStep(step: RunStep, naming: Naming): Phrase {
  const { kind, device_id = '', device_name, service_name = '', property_name = '', value, computed } = step
  switch (kind) {
    case 'device':
      // A colour that was given back is no word.
      if (step.of !== undefined && value === undefined && !computed)
        return wordsOfRestored(
          { id: device_id, name: device_name, service: service_name, property: property_name },
          naming,
        )
      // What was set is the story; how it was to be found is, where nothing was.
      return wordsOfSetting(
        { id: device_id, device_name },
        {
          service_name,
          property_name,
          ...(computed && (value === undefined || computed.kind === 'ramp' || computed.kind === 'replay')
            ? { computed }
            : { value: value ?? '' }),
        },
        naming,
      )
    case 'target':
      return wordsOfTarget(step.target ?? NOBODY, naming)
    case 'status':
      return wordsOfStatusChange({ name: step.status_name ?? step.resource_id ?? '', state: value === true })
    case 'rule':
      return wordsOfRuleAction(
        { rule_id: step.rule_id ?? '', name: step.rule_name ?? step.rule_id ?? '', act: step.act ?? 'run' },
        naming,
      )
    case 'notification':
      return wordsOfNotification({ ...step, type: typeOf(step.notification_type) }, naming, step.found)
    case 'alarm':
      return wordsOfAlarm(step.alarmId ?? 0, naming)
    case 'delay':
      return wordsOfPause(step, naming, step.found)
    case 'condition':
      return wordsOfTurn(step, naming) ?? { keys: ['sentences.step.otherwise'], slots: {} }
    case 'repeat':
      return wordsOfRepeat(step.repeat ?? ONCE, naming)
  }
}

/** A gateway that is newer may know of targets what we do not. */
const NOBODY = { id: '', kind: '', sets: '' }
const ONCE = { times: 1, pause: 0 }

const typeOf = (type: number | undefined): 0 | 1 | 2 => (type === 0 || type === 1 ? type : 2)
