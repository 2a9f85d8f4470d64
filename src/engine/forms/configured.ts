import type { Text } from '#i18n/useText.ts'
import type { Form, FormField } from '#schemas/generated/definitions/form.ts'
import type { Messages, Values } from './messages.ts'
import { passwordRules } from './password-rules.ts'
import { fits } from './patterns.ts'

type Settings = Readonly<Record<string, unknown>>

interface Asked {
  form: Form
  values: Values
  settings: Settings | undefined
  label(field: string): string
  text: Text
}

/** spec 1 §5: an e-mail address is put in lower case before it is compared. */
const compared = ({ lowercase, uppercase }: FormField, value: string): string =>
  lowercase ? value.toLowerCase() : uppercase ? value.toUpperCase() : value

/** What the pattern allows, where there are words for it. */
const patternText = (pattern: string, field: string, text: Text): string =>
  text.say(`engine.form.patterns.${pattern}`, text.t('engine.form.pattern', { field }), { field })

/** What a deployment asks of the fields beyond their schema, by field. Empty fields are the schema's business. */
export function configuredFaults({ form, values, settings = {}, label, text }: Asked): Messages {
  const messages: Record<string, string> = {}
  for (const [field, look] of Object.entries(form.fields ?? {})) {
    const value = values[field]
    if (typeof value !== 'string' || value === '') continue
    if (look.pattern !== undefined && !fits(settings[look.pattern], compared(look, value))) {
      const own = look.patternMessage === undefined ? undefined : settings[look.patternMessage]
      messages[field] =
        typeof own === 'string' && own !== '' ? own : patternText(look.pattern, label(field), text)
    }
    const longest = look.longest === undefined ? undefined : settings[look.longest]
    if (typeof longest === 'number' && value.length > longest)
      messages[field] = text.t('engine.form.maxLength', { field: label(field), limit: longest })
    if (look.rules && passwordRules(look.rules, settings).some((rule) => !rule.holds(value)))
      messages[field] = text.t('engine.form.password.broken', { field: label(field) })
  }
  return messages
}

/** Codes whose text is said in a toast because a field does not repeat the other one (spec 1 §5). */
export const unequalCodes = (form: Form, values: Values): string[] =>
  Object.entries(form.fields ?? {}).flatMap(([field, { equals, unequal }]) =>
    equals !== undefined && unequal !== undefined && values[field] && values[field] !== values[equals]
      ? [unequal]
      : [],
  )
