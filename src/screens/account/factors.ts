import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import { type ActionContext, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import type { ActionResult } from '#engine/doors.ts'
import { text } from '#i18n/useText.ts'
import type { InputOf } from '#schemas/calls.ts'
import { waitingSignIn } from '#session/second-factor.ts'
import { session } from '#session/session.ts'
import { knowsPasskeys, signWithPasskey } from './passkeys.ts'
import { refused } from './sign-in.ts'

/** The second proof of the sign-in that waits; what cannot go on begins anew. */
async function give(
  shown: Omit<InputOf<'giveFactor'>, 'token'>,
  context: ActionContext,
): Promise<ActionResult> {
  const token = waitingSignIn.current()?.token
  if (token === undefined) return anew(context)
  try {
    const { data } = await http.call('giveFactor', { token, ...shown })
    waitingSignIn.forget()
    session.signIn(data)
    return done()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return error.code === 'FACTOR_EXPIRED' ? anew(context) : refused(error, context.toast)
  }
}

function anew({ goto, toast }: ActionContext): ActionResult {
  waitingSignIn.forget()
  toast({ text: text.say('codes.FACTOR_EXPIRED'), tone: 'danger' })
  goto('login')
  return { ok: false, code: 'FACTOR_EXPIRED', message: '', reported: true }
}

export const giveCode: CodeAction = (context) => give({ code: String(context.bound.form?.code) }, context)
export const giveRecoveryCode: CodeAction = (context) =>
  give({ recoveryCode: String(context.bound.form?.recoveryCode) }, context)

/** The browser says by itself what to do; a dialog that was closed may be opened again. */
export const givePasskey: CodeAction = async (context) => {
  const asked = waitingSignIn.current()
  if (!asked?.passkey) return anew(context)
  const { passkey, refusal } = await signWithPasskey(asked.passkey)
  return refusal ? failed(refusal) : give({ passkey }, context)
}

/** In the place of the password: whose it is follows from the passkey. */
export const signInByPasskey: CodeAction = async (context) => {
  if (!knowsPasskeys()) return refuse(context, 'PASSKEYS_OFF')
  try {
    const begun = (await http.call('beginPasskeySignIn', {})).data
    const { passkey, refusal } = await signWithPasskey(begun.passkey)
    if (refusal) return refuse(context, refusal)
    const answer = await http.call('signInByPasskey', { token: begun.token, passkey })
    if (answer.status === 300) {
      const { policies, identity, secret } = answer.data
      context.goto('accept_privacy_and_tos', { ...policies, identity, secret, loginType: 'hash' })
      return done()
    }
    session.signIn(answer.data)
    return done()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return refuse(context, error.code)
  }
}

/** Beside a form there is no place for a refusal. */
function refuse({ toast }: ActionContext, code: string): ActionResult {
  toast({ text: text.say(`codes.${code}`) || text.say('codes.UNKNOWN'), tone: 'danger' })
  return { ok: false, code, message: '', reported: true }
}

/** Nobody comes here but from a first proof; what was set up or shown meanwhile is over. */
export const beginAnew: CodeAction = async ({ goto }) => {
  waitingSignIn.forget()
  goto('login')
  return done()
}
