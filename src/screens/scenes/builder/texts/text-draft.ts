import { hasValues, markOf, piecesOf } from '#gateway/lib/scenes/texts.ts'
import type { RuleNotification, TextValue } from '#schemas/generated/entities/rule.ts'

/** A value of a text, and the words that stand for it while somebody writes. */
export interface DraftValue {
  value: TextValue
  label: string
}

/** Most values of a notification (schemas/entities/rule.json). */
export const MOST_VALUES = 10

const tokenOf = ({ label }: Pick<DraftValue, 'label'>): string => `{${label}}`

type Chosen = { [K in TextValue['kind']]: Omit<Extract<TextValue, { kind: K }>, 'id'> }[TextValue['kind']]

const keyOf = (value: Chosen): string =>
  value.kind === 'status'
    ? value.resource_id
    : JSON.stringify([value.device_id, value.service_name, value.property_name])

/** Two values are never called alike: what stands in the text says which of them is meant. */
function freeLabel(wanted: string, values: readonly DraftValue[]): string {
  const plain = wanted.replaceAll(/[{}]/g, '').trim()
  const taken = (label: string): boolean => values.some((one) => one.label === label)
  if (!taken(plain)) return plain
  for (let number = 2; ; number++) if (!taken(`${plain} ${number}`)) return `${plain} ${number}`
}

/** The values with one more, each of them once. */
export function withValue(
  values: readonly DraftValue[],
  chosen: Chosen,
  label: string,
): { values: readonly DraftValue[]; token: string } {
  const known = values.find(({ value }) => keyOf(value) === keyOf(chosen))
  if (known) return { values, token: tokenOf(known) }
  const ids = new Set(values.map(({ value }) => value.id))
  const id = Array.from({ length: values.length + 1 }, (_, n) => `v${n + 1}`).find((one) => !ids.has(one))
  const added = { value: { ...chosen, id: id ?? '' } as TextValue, label: freeLabel(label, values) }
  return { values: [...values, added], token: tokenOf(added) }
}

/** The values of a notification, each with its words. */
export function draftValues(
  { values = [] }: Pick<RuleNotification, 'values'>,
  label: (value: TextValue) => string,
): readonly DraftValue[] {
  const drafts: DraftValue[] = []
  for (const value of values) drafts.push({ value, label: freeLabel(label(value), drafts) })
  return drafts
}
/** A text as it is written: words in braces stand for its values. */
export const written = (text: string, values: readonly DraftValue[]): string =>
  piecesOf(
    text,
    values.map(({ value }) => value),
  )
    .map((one) => {
      const known = typeof one === 'string' ? undefined : values.find(({ value }) => value === one)
      return known ? tokenOf(known) : one
    })
    .join('')

/** Texts as they are stored, in their order, with the values that they still name. */
export function storedTexts(
  texts: readonly string[],
  drafts: readonly DraftValue[],
): { texts: readonly string[]; values: TextValue[] } {
  const plain = texts.map((one) =>
    drafts.reduce((all, draft) => all.replaceAll(tokenOf(draft), markOf(draft.value)), one.trim()),
  )
  const values = drafts
    .map(({ value }) => value)
    .filter((value) => plain.some((one) => hasValues(one, [value])))
  return { texts: plain, values }
}

/** The texts of a message as they are stored. */
export function stored(
  { title, text }: { title: string; text: string },
  drafts: readonly DraftValue[],
): Pick<RuleNotification, 'short_desc' | 'desc' | 'values'> {
  const told = storedTexts([title, text], drafts)
  const [short_desc = '', desc = ''] = told.texts
  return { short_desc, ...(desc !== '' && { desc }), ...(told.values.length > 0 && { values: told.values }) }
}
