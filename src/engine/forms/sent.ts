import type { Text } from '#i18n/useText.ts'
import type { Done } from '../actions/use-actions.tsx'
import type { Sent } from './use-sending.ts'

/** What a form shows of its call: faults at their fields, or one sentence; nothing when the error path has said it. */
export function sentOf(done: Done | undefined, { say, t }: Text): Sent {
  if (!done || done.result.ok) return {}
  const { result, outcome } = done
  const said = say(`codes.${result.code}`) || result.message || t('engine.failure.text')
  const { remaining } = result
  const words = remaining === undefined ? said : `${said} ${t('engine.form.triesLeft', { count: remaining })}`
  if (outcome?.field) return { fields: { [outcome.field]: words } }
  if (result.fields)
    return { fields: Object.fromEntries(result.fields.map(({ field, message }) => [field, message])) }
  if (result.field) return { fields: { [result.field]: words } }
  if (outcome?.toast || outcome?.show || result.reported) return {}
  return { failure: words }
}
