import { attempt } from '#data/refusal.ts'
import { type ActionContext, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import type { ActionResult, Refused } from '#engine/ports.ts'
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
  const answer = await attempt('giveFactor', { token, ...shown })
  if (!answer.ok) return answer.code === 'FACTOR_EXPIRED' ? anew(context) : refused(answer, context.toast)
  waitingSignIn.forget()
  session.signIn(answer.data)
  return done()
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
  if (!knowsPasskeys()) return refuse(context, failed('PASSKEYS_OFF'))
  const begun = await attempt('beginPasskeySignIn', {})
  if (!begun.ok) return refuse(context, begun)
  const { passkey, refusal } = await signWithPasskey(begun.data.passkey)
  if (refusal) return refuse(context, failed(refusal))
  const answer = await attempt('signInByPasskey', { token: begun.data.token, passkey })
  if (!answer.ok) return refuse(context, answer)
  if (answer.status === 300) {
    const { policies, identity, secret } = answer.data
    context.goto('accept_privacy_and_tos', { ...policies, identity, secret, loginType: 'hash' })
  } else session.signIn(answer.data)
  return done()
}

/** Beside a form there is no place for a refusal. */
function refuse({ toast }: ActionContext, result: Refused): ActionResult {
  toast({ text: failureText(result, text), tone: 'danger' })
  return { ...result, reported: true }
}

/** Nobody comes here but from a first proof; what was set up or shown meanwhile is over. */
export const beginAnew: CodeAction = async ({ goto }) => {
  waitingSignIn.forget()
  goto('login')
  return done()
}
