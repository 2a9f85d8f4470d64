import type { Form } from '#schemas/generated/definitions/form.ts'
import { holds } from '../conditions/holds.ts'
import type { Situation } from '../conditions/situation.ts'
import { isNeedless, type Values } from './messages.ts'

/** Whether a form has a field for it, as it is filled in now. */
export const isShown = (form: Form, field: string, situation: Situation, values: Values): boolean =>
  form.groups.flat().includes(field) &&
  holds(form.fields?.[field]?.when, situation, { row: values }) &&
  !isNeedless(form, field, values)
