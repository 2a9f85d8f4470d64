import type { Text } from '#i18n/useText.ts'
import { failureText } from '../failure-text.ts'
import type { Sent } from '../forms/use-sending.ts'
import type { Refused } from '../ports.ts'
import type { Done } from './use-actions.tsx'

/** What a form shows of its call: faults at their fields, or one sentence; nothing when the error path has said it, or when it was called off. */
export function sentOf(done: Done | undefined, text: Text): Sent {
  if (!done) return { stays: true }
  if (done.result.ok) return {}
  const { result, outcome } = done
  const { remaining } = result
  const said = failureText(result, text)
  const words =
    remaining === undefined ? said : `${said} ${text.t('engine.form.triesLeft', { count: remaining })}`
  const fields: Refused['fields'] = outcome?.field ? [{ field: outcome.field }] : result.fields
  if (fields)
    return {
      stays: true,
      fields: Object.fromEntries(
        fields.map(({ field, code = '', message = '' }) => [
          field,
          code === result.code || (code === '' && message === '')
            ? words
            : failureText({ code, message }, text),
        ]),
      ),
    }
  if (outcome?.toast || outcome?.show || result.reported) return { stays: true }
  return { stays: true, failure: words }
}
