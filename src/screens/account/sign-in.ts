import { attempt } from '#data/refusal.ts'
import { type ActionContext, type CodeAction, done, entered, failed } from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import type { ActionResult, Refused } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import type { InputOf } from '#schemas/calls.ts'
import { isPendingFactor, meetFactor } from '#session/second-factor.ts'
import { session } from '#session/session.ts'

/** spec 1 §4: 429 says so in a toast; any other failure stands in the form, whose button works again. */
export function refused(result: Refused, toast: ActionContext['toast']): Refused {
  if (result.status !== 429) return result
  toast({ text: failureText(result, text), tone: 'danger' })
  return { ...result, reported: true }
}

/** One attempt to sign in; where to go next is decided by the routing rules (spec 1 §2). */
export async function enter(body: InputOf<'login'>, { toast, goto }: ActionContext): Promise<ActionResult> {
  const answer = await attempt('login', body)
  if (!answer.ok) {
    // spec 1 §4: under external login a 500 is what the identity provider said.
    if (answer.status !== 500 || body.externalLogin !== true) return refused(answer, toast)
    toast({ text: answer.message, tone: 'danger' })
    return { ...answer, reported: true }
  }
  const { status, data } = answer
  if (status !== 300) session.signIn(data)
  else if (isPendingFactor(data)) meetFactor(data, goto)
  else {
    // spec 1 §4: the policies come first. The page keeps the credentials in memory until they are accepted.
    const { identity, secret, loginType } = body
    goto('accept_privacy_and_tos', { ...data, identity, secret, loginType })
  }
  return done()
}

/** Signs in with user name and password. */
export const signIn: CodeAction = async (context) => {
  // spec 1 §6: EXTERNAL_LOGIN is sent on login as externalLogin.
  const externalLogin = context.situation.flags.has('EXTERNAL_LOGIN')
  return await enter({ ...entered<'login'>(context), externalLogin }, context)
}

/** spec 1 §4: signs in again with the accepted flags. */
export const acceptPolicies: CodeAction = async (context) => {
  const { identity, secret, loginType } = context.bound.route ?? {}
  if (!identity || !secret) {
    context.goto('login')
    return done()
  }
  // spec 1 §3: a login by hash, like that of a gateway, says its type instead.
  const kind: Pick<InputOf<'login'>, 'loginType' | 'externalLogin'> = loginType === 'hash' ||
  loginType === 'gateway'
    ? { loginType }
    : { externalLogin: context.situation.flags.has('EXTERNAL_LOGIN') }
  return await enter({ identity, secret, ...kind, ...context.bound.form }, context)
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** spec 1 §7: the gateway variant sends the serial number and a hash of the secret, never the secret itself. */
export const signInAsGateway: CodeAction = async (context) => {
  const { identity, secret } = entered<'login'>(context)
  // Browsers hash only on pages that nobody on the way can have changed.
  if (!globalThis.crypto.subtle) return failed('INSECURE_PAGE')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return await enter({ identity, secret: hex(hash), loginType: 'gateway' }, context)
}
