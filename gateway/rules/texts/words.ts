import { piecesOf } from '#gateway/lib/scenes/texts.ts'
import type { TextValue } from '#schemas/generated/entities/rule.ts'
import type { FoundText } from '#schemas/generated/entities/rule-run.ts'
import type { Naming, Phrase, Slot } from '../phrase.ts'

type Pieces = Extract<Slot, { is: 'pieces' }>

/** A text with the names of its values, or with what they were where that was looked for (decision 0162). */
export const slotOfText = (
  text: string,
  values: readonly TextValue[] | undefined,
  naming: Pick<Naming, 'device' | 'property'>,
  found?: readonly FoundText[],
): Pieces => ({
  is: 'pieces',
  pieces: piecesOf(text, values).map((one) => {
    if (typeof one === 'string') return { is: 'text', text: one }
    return found ? foundSlot(one, found, naming) : { is: 'phrase', phrase: wordsOfTextValue(one, naming) }
  }),
})

/** "[Energy of Washing machine]". */
function wordsOfTextValue(value: TextValue, naming: Pick<Naming, 'device' | 'property'>): Phrase {
  if (value.kind === 'status')
    return { keys: ['sentences.notify.status'], slots: { status: { is: 'status', name: value.name } } }
  const { device_id: id, device_name, service_name: service, property_name: property } = value
  return {
    keys: ['sentences.notify.value'],
    slots: {
      device: { is: 'device', id, name: naming.device(id) ?? device_name ?? id },
      property: { is: 'property', service, property, described: naming.property(id, service, property) },
    },
  }
}

function foundSlot(value: TextValue, found: readonly FoundText[], naming: Pick<Naming, 'property'>): Slot {
  const is = found.find(({ id }) => id === value.id)
  if (!is) return { is: 'phrase', phrase: { keys: ['sentences.notify.unknown'], slots: {} } }
  if (value.kind === 'status') {
    const key = is.value === true ? 'sentences.fact.on' : 'sentences.fact.off'
    return { is: 'phrase', phrase: { keys: [key], slots: {} } }
  }
  const { device_id, service_name: service, property_name: property } = value
  const described = naming.property(device_id, service, property)
  return { is: 'value', service, property, value: is.value, described }
}
