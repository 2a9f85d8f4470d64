import type {
  ActionSet,
  DeviceText,
  Rule,
  RuleNotification,
  RuleQuestion,
  TextValue,
} from '#schemas/generated/entities/rule.ts'

type Texts = Pick<RuleNotification, 'short_desc' | 'desc' | 'values' | 'call'>

const MARK = /\{\{([a-z0-9]{1,8})\}\}/

/** What stands in a text for one of its values. */
export const markOf = ({ id }: Pick<TextValue, 'id'>): string => `{{${id}}}`

/** A text and its values in their order; what names no value is text (decision 0162). */
export function piecesOf(text: string, values: readonly TextValue[] = []): readonly (string | TextValue)[] {
  const known = new Map(values.map((one) => [one.id, one]))
  // Ids of values stand at the odd places.
  return text.split(MARK).flatMap((part, at) => {
    if (at % 2 === 1) return [known.get(part) ?? markOf({ id: part })]
    return part === '' ? [] : [part]
  })
}

/** Whether a text names a value. */
export const hasValues = (text: string | undefined, values: readonly TextValue[] | undefined): boolean =>
  piecesOf(text ?? '', values).some((one) => typeof one !== 'string')

/** The values that texts name; others are nobody's concern. */
export const valuesIn = ({ short_desc = '', desc = '', values, call }: Texts): readonly TextValue[] => {
  const texts = [short_desc, desc, ...(call?.fields ?? []).map(({ text }) => text)]
  const named = new Set(texts.flatMap((text) => piecesOf(text, values)))
  return (values ?? []).filter((one) => named.has(one))
}

/** Whatever an action set says to people: its messages, and what it asks. */
export type Said = RuleNotification | RuleQuestion

export const saidBy = ({ notifications = [], question }: ActionSet): readonly Said[] => [
  ...notifications,
  ...(question ? [question] : []),
]

/** An action set with others in the places of what it says; `change` is asked for each. */
export const withSaid = (
  { notifications, question }: ActionSet,
  change: <S extends Said>(one: S) => S,
): Pick<ActionSet, 'notifications' | 'question'> => ({
  ...(notifications && { notifications: notifications.map((one) => change(one)) }),
  ...(question && { question: change(question) }),
})

/** Every value that the texts of a rule have been given. */
export const toldValues = ({ scenes = [] }: Pick<Rule, 'scenes'>): readonly TextValue[] =>
  scenes.flatMap((set) => saidBy(set).flatMap(({ values = [] }) => values))

export const isOfDevice = (value: TextValue): value is DeviceText => value.kind === 'device'

/** What is said with others in the places of its values; as it is where it has none. */
export const withTold = <S extends Said>(said: S, change: (value: TextValue) => TextValue): S =>
  said.values ? { ...said, values: said.values.map(change) } : said
