import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import { type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import { session } from '#session/session.ts'

/** spec 1 §4: 429 says so in a toast; any other failure stands above the form, whose button works again. */
function refused({ status, code, errors }: RequestError, toast: (text: string) => void, externally: boolean) {
  const message = errors[0].message
  // spec 1 §4: under external login a 500 is what the identity provider said.
  if (status === 500 && externally) {
    toast(errors.map((one) => one.message).join(' '))
    return { ...failed(code, { status, message }), reported: true }
  }
  if (status !== 429) return failed(code, { status, message })
  toast(text.say(`codes.${code}`, message || text.say('codes.UNKNOWN')))
  return { ...failed(code, { status, message }), reported: true }
}

/** Signs in; where to go next is decided by the routing rules (spec 1 §2). */
export const signIn: CodeAction = async ({ bound, situation, toast }) => {
  const externally = situation.flags.has('EXTERNAL_LOGIN')
  try {
    // spec 1 §6: EXTERNAL_LOGIN is sent on login as externalLogin.
    const body = { ...bound.form, externalLogin: externally }
    const { data } = await http.call('login', { body })
    session.signIn(data as Session)
    return done()
  } catch (error) {
    if (error instanceof RequestError)
      return refused(error, (sentence) => toast({ text: sentence, tone: 'danger' }), externally)
    throw error
  }
}

/** Sets the password that a link is for (spec 1 §2: resetPassword); the link works once. */
export const setPassword: CodeAction = async ({ bound }) => {
  try {
    const { status } = await http.call('resetPassword', {
      params: { hash: bound.route?.hash ?? '' },
      body: bound.form,
    })
    return { ...done(), status }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const [first] = error.errors
    return failed(error.code, { status: error.status, message: first.message, field: first.field })
  }
}
