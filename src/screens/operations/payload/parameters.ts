import { type ErrorSchema, toErrorSchema } from '@rjsf/utils'
import { sentence } from '#engine/forms/messages.ts'
import { isEmpty } from '#engine/value-form/body-of.ts'
import type { Text } from '#i18n/useText.ts'
import { interpreted } from '#lib/json-schema/interpreted.ts'
import { valueAt } from '#lib/value-at.ts'
import type { OperationCommand } from '#schemas/generated/entities/operation-command.ts'

export type Parameters = OperationCommand['parameters']

type Step = string | number

/** The parts of a description that say what stands within it. */
export interface Part {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Part>>
  items?: Part | readonly Part[]
  minItems?: number
  maxItems?: number
}

/** How many entries a list has where it is no choice: none is added then, and none taken away. */
export const entriesOf = ({ items, minItems, maxItems }: Part): number | undefined =>
  items && minItems === maxItems ? minItems : undefined

/** Whether each of them is on or off: such a list is one thing to whoever fills it in, e.g. the days of a week (decision 0295). */
export const isOfSwitches = (part: Part): boolean =>
  entriesOf(part) !== undefined && !isList(part.items ?? []) && (part.items as Part).type === 'boolean'

/** The same with something at each place of such lists, also where nothing has been said yet. */
export function laidOut(part: Part, value: unknown): unknown {
  const count = entriesOf(part)
  if (count !== undefined) {
    const said: readonly unknown[] = Array.isArray(value) ? value : []
    return Array.from({ length: Math.max(count, said.length) }, (_none, at) => said[at] ?? null)
  }
  return within(part, value, laidOut)
}

/** The other way: a list of such length of which nothing is said is not there. */
export function asSaid(part: Part, value: unknown): unknown {
  if (entriesOf(part) !== undefined && Array.isArray(value) && value.every(isEmpty)) return undefined
  return within(part, value, asSaid)
}

function within(
  { properties, items }: Part,
  value: unknown,
  change: (part: Part, value: unknown) => unknown,
): unknown {
  if (Array.isArray(value))
    return items && !isList(items) ? value.map((entry) => change(items, entry)) : value
  if (!properties || typeof value !== 'object' || value === null) return value
  const said = value as Readonly<Record<string, unknown>>
  const changed = Object.entries(properties).map(([name, part]) => [name, change(part, said[name])] as const)
  return {
    ...said,
    ...Object.fromEntries(changed.filter(([name, part]) => part !== undefined || name in said)),
  }
}

const isList = (items: Part | readonly Part[]): items is readonly Part[] => Array.isArray(items)

const isEntry = (step: Step | undefined): boolean => /^\d+$/.test(String(step ?? ''))

/** How a place of a payload is called: by the word of its parameter, an entry of a list by its own or by its number. */
export function nameOf(path: readonly Step[], { t, say }: Text): string {
  const last = path.at(-1)
  if (!isEntry(last)) return say(`commands.property.${last}`, String(last ?? ''))
  const number = Number(last) + 1
  return say(`commands.entry.${path.at(-2)}.${number}`, t('controls.form.entry', { number }))
}

/** What stands on the switch of such a list. */
export const switchOf = (path: readonly Step[], at: number, text: Text) => {
  const name = nameOf([...path, at], text)
  return { name, short: text.say(`commands.short.${path.at(-1)}.${at + 1}`, name) }
}

/** The word of a value that is one of a few: entries of a list are named by their list. */
export const choiceWord = (path: readonly Step[], choice: unknown, { say }: Text): string =>
  say(`commands.value.${path.findLast((step) => !isEntry(step))}.${choice}`, String(choice))

/** Whether there is anything to fill in. */
export const takesSomething = (parameters: Parameters): boolean =>
  Object.keys((parameters as { properties?: object }).properties ?? {}).length > 0

/** What is not as the command wants it, in words, where the form looks for it; undefined where all is. */
export function faultsOf(parameters: Parameters, payload: unknown, text: Text): ErrorSchema | undefined {
  const judge = interpreted(parameters)
  if (judge(payload)) return undefined
  return toErrorSchema(
    judge.errors.map(({ instancePath, keyword, params }) => {
      const above = instancePath.split('/').slice(1)
      const path = keyword === 'required' ? [...above, String(params.missingProperty)] : above
      const value = valueAt(payload, path.join('.'))
      const message = sentence(
        // An entry that was added and not yet filled in is missing, rather than of a wrong kind.
        {
          rule: value === null ? 'required' : keyword,
          limit: params.limit,
          value,
          label: nameOf(path, text),
        },
        text,
      )
      return { property: `.${path.join('.')}`, message, stack: message }
    }),
  )
}
