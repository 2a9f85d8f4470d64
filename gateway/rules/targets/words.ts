import type { ActionTarget } from '#schemas/generated/entities/rule.ts'
import { slotsOfReplay } from '../computed/words.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'

/** "all lights", "all lights of the floor “Upstairs” except Hall lamp": who is meant. */
export function wordsOfThose(
  { kind, place, except = [] }: Pick<ActionTarget, 'kind' | 'place' | 'except'>,
  naming: Naming,
): Phrase {
  const all: Phrase = {
    keys: [`sentences.target.all.${kind}`, 'sentences.target.all.others'],
    slots: { kind: { is: 'text', text: kind } },
  }
  const there: Phrase = place
    ? {
        keys: [`sentences.target.${'room_id' in place ? 'inRoom' : 'onFloor'}`],
        slots: { all: { is: 'phrase', phrase: all }, place: { is: 'text', text: place.name } },
      }
    : all
  if (except.length === 0) return there
  const phrases = except.map(
    ({ device_id: id, device_name }): Phrase => ({
      keys: ['sentences.target.name'],
      slots: { device: { is: 'device', id, name: naming.device(id) ?? device_name ?? id } },
    }),
  )
  return {
    keys: ['sentences.target.except'],
    slots: { all: { is: 'phrase', phrase: there }, list: { is: 'phrases', phrases, joint: 'and' } },
  }
}

/** "Switch all lights off", "Set all shutters to 40 %". */
export function wordsOfTarget(target: ActionTarget, naming: Naming): Phrase {
  const { kind, sets, value, computed } = target
  const those: Slot = { is: 'phrase', phrase: wordsOfThose(target, naming) }
  const own = (how: string): readonly [string, ...string[]] => [
    `sentences.target.${sets}.${how}`,
    `sentences.target.set.${how}`,
  ]
  if (computed?.kind === 'remember') return { keys: own('remember'), slots: { those } }
  if (computed?.kind === 'restore') {
    const { rule_id, name = rule_id ?? '' } = computed
    const rule: Slot = { is: 'text', text: (rule_id !== undefined && naming.rule?.(rule_id)) || name }
    return { keys: own(rule_id === undefined ? 'restore' : 'restoreOf'), slots: { those, rule } }
  }
  if (computed?.kind === 'replay')
    return { keys: own('replay'), slots: { those, ...slotsOfReplay(computed) } }
  if (computed?.kind === 'toggle') return { keys: own('toggle'), slots: { those } }
  if (typeof value === 'boolean') return { keys: own(value ? 'on' : 'off'), slots: { those } }
  const described = naming.kind?.(target)
  const figure = (number: number): Slot => ({
    is: 'value',
    service: kind,
    property: sets,
    value: number,
    described,
  })
  if (computed?.kind === 'step')
    return {
      keys: own(computed.amount < 0 ? 'lower' : 'raise'),
      slots: { those, amount: figure(Math.abs(computed.amount)) },
    }
  if (computed?.kind === 'ramp') {
    const { from, to, over } = computed
    return {
      keys: own(from === undefined ? 'ramp' : 'rampFrom'),
      slots: {
        those,
        ...(from !== undefined && { from: figure(from) }),
        value: figure(to),
        duration: { is: 'duration', ms: over },
      },
    }
  }
  const [to, ...others] = own('to')
  // Some figures have a name: closed, open.
  return {
    keys: [`sentences.target.${sets}.${value ?? 0}`, to, ...others],
    slots: { those, value: figure(value ?? 0) },
  }
}
