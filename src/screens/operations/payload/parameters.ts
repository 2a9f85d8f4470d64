import { type ErrorSchema, toErrorSchema } from '@rjsf/utils'
import { sentence } from '#engine/forms/messages.ts'
import type { Text } from '#i18n/useText.ts'
import { interpreted } from '#lib/json-schema/interpreted.ts'
import { valueAt } from '#lib/value-at.ts'
import type { OperationCommand } from '#schemas/generated/entities/operation-command.ts'

export type Parameters = OperationCommand['parameters']

type Step = string | number

const isEntry = (step: Step | undefined): boolean => /^\d+$/.test(String(step ?? ''))

/** How a place of a payload is called: by the word of its parameter, an entry of a list by its number. */
export function nameOf(path: readonly Step[], { t, say }: Text): string {
  const last = path.at(-1)
  return isEntry(last)
    ? t('controls.form.entry', { number: Number(last) + 1 })
    : say(`commands.property.${last}`, String(last ?? ''))
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
