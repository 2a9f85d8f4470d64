import { spokenKeys } from '#gateway/lib/models/text-keys.ts'
import type { ComputedValue, RampedValue, ReplayedValue } from '#schemas/generated/entities/rule.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'

/** What is set, as the words of an action name it. */
interface Subject {
  service: string
  property: string
  slots: { device: Slot; property: Extract<Slot, { is: 'property' }> }
}

/** "Toggle Lamp", "Raise the brightness of Lamp by 10 %", "Set the target of Bath to the target of Hall". */
export function wordsOfComputed(computed: ComputedValue, subject: Subject, naming: Naming): Phrase {
  const { service, property, slots } = subject
  switch (computed.kind) {
    case 'toggle':
      return { keys: [...spokenKeys('set', subject, 'toggle'), 'sentences.set.toggle'], slots }
    case 'step': {
      const { amount } = computed
      // An amount is none of the values that have a name.
      const described = slots.property.described && { ...slots.property.described, options: [], presets: [] }
      return {
        keys: [amount < 0 ? 'sentences.set.lower' : 'sentences.set.raise'],
        slots: { ...slots, amount: { is: 'value', service, property, value: Math.abs(amount), described } },
      }
    }
    case 'ramp':
      return wordsOfRamp(computed, subject)
    case 'replay':
      return {
        keys: [...spokenKeys('set', subject, 'replay'), 'sentences.set.replay'],
        slots: { ...slots, ...slotsOfReplay(computed) },
      }
    case 'copy': {
      const { device_id: id, device_name, service_name, property_name } = computed
      return {
        keys: ['sentences.set.copy'],
        slots: {
          ...slots,
          other: { is: 'device', id, name: naming.device(id) ?? device_name ?? id },
          source: {
            is: 'property',
            service: service_name,
            property: property_name,
            described: naming.property(id, service_name, property_name),
          },
        },
      }
    }
  }
}

/** "in the week before", "10 days at most, each up to 10 minutes later by chance". */
export const wordsOfReplay = ({ days, over, spread }: ReplayedValue): Record<'before' | 'lasts', Phrase> => ({
  before: {
    keys: [`sentences.replay.days.${days}`, 'sentences.replay.days.others'],
    slots: { days: { is: 'text', text: String(days) } },
  },
  lasts: {
    keys: [spread === undefined ? 'sentences.replay.lasts' : 'sentences.replay.byChance'],
    slots: { duration: { is: 'duration', ms: over }, longer: { is: 'duration', ms: spread ?? 0 } },
  },
})

/** The same as parts of a sentence. */
export function slotsOfReplay(replay: ReplayedValue): Phrase['slots'] {
  const { before, lasts } = wordsOfReplay(replay)
  return { before: { is: 'phrase', phrase: before }, lasts: { is: 'phrase', phrase: lasts } }
}

/** "Bring the brightness of Lamp from 1 % to 100 % over 20 minutes". */
function wordsOfRamp({ from, to, over }: RampedValue, { service, property, slots }: Subject): Phrase {
  const { described } = slots.property
  const figure = (value: number): Slot => ({ is: 'value', service, property, value, described })
  return {
    keys: [from === undefined ? 'sentences.set.ramp' : 'sentences.set.rampFrom'],
    slots: {
      ...slots,
      ...(from !== undefined && { from: figure(from) }),
      value: figure(to),
      duration: { is: 'duration', ms: over },
    },
  }
}
