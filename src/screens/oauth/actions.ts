import { attempt } from '#data/refusal.ts'
import { type ActionContext, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import type { Refused } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import { safeReturn } from '#lib/safe-return.ts'
import { external } from '#session/external.ts'
import { isPendingFactor, meetFactor } from '#session/second-factor.ts'
import { session } from '#session/session.ts'

/** spec 1 §4: "Response from IDAM" and what it said; the server puts both into its answer, in the person's language. */
const said = (refused: Refused): string => refused.message || failureText(refused, text)

/** Goes to the identity provider; it sends people back to /ssoredirect. */
export const signInExternally: CodeAction = async ({ toast, go }) => {
  const refuse = (sentence: string) => {
    toast({ text: sentence, tone: 'danger' })
    return { ...failed('IDAM'), reported: true }
  }
  const answer = await attempt('getRealmConfig', {})
  if (!answer.ok) return refuse(said(answer))
  const { enabled, authorizationUrl, state, instance } = answer.data
  const url = safeReturn(authorizationUrl, location.origin, authorizationUrl ? [authorizationUrl] : [])
  if (!enabled || url === undefined || !state || !instance) return refuse(text.say('codes.SSO_OFF'))
  external.begin({ state, instance })
  go(url)
  return done()
}

/** What came back is exchanged for a session, if this tab began it; else it is somebody else's. */
export const finishExternalSignIn: CodeAction = async (context) => {
  const { code, state, session_state, iss, error, error_description } = context.bound.route ?? {}
  const begun = external.current()
  if (!begun || begun.state !== state) return toFailure(context, undefined)
  if (!code) return toFailure(context, `${text.say('codes.IDAM')} ${error_description || error || ''}`)
  const answer = await attempt('retrieveSSOTokens', {
    code,
    state,
    instance: begun.instance,
    ...(session_state && { session_state }),
    ...(iss && { iss }),
  })
  if (!answer.ok) return toFailure(context, said(answer))
  external.forget()
  if (answer.status !== 300) session.signIn(answer.data)
  else if (isPendingFactor(answer.data)) meetFactor(answer.data, context.goto)
  else {
    // spec 1 §4: the policies come first; what stands for the password is kept in memory until then.
    const { policies, identity, secret } = answer.data
    context.goto('accept_privacy_and_tos', { ...policies, identity, secret, loginType: 'hash' })
  }
  return done()
}

/** Only what belongs to a sign-in of this tab is shown: nobody else may put words into this page. */
export const tellExternalFailure: CodeAction = async ({ bound, toast }) => {
  const { state, error_msg } = bound.route ?? {}
  const begun = external.current()
  external.forget()
  // B-06: without a sign-in of this tab they are somebody else's words, whatever the address says or leaves out.
  if (error_msg && begun && begun.state === state) toast({ text: error_msg.slice(0, 400), tone: 'danger' })
  return done()
}

/** A link from elsewhere that signs in once, within a minute (spec 1 §2: hashloginredirect). */
export const signInByHash: CodeAction = async (context) => {
  const { username, token, origin } = context.bound.route ?? {}
  if (!username || !token) return toFailure(context, undefined)
  const answer = await attempt('login', {
    identity: username.toLowerCase(),
    secret: token,
    loginType: 'hash',
  })
  if (!answer.ok) return toFailure(context, undefined)
  const { status, data } = answer
  if (status === 300) {
    if (!isPendingFactor(data)) return toFailure(context, undefined)
    meetFactor(data, context.goto)
    return done()
  }
  // B-06: only to a place of this page; the routing rules know a better one otherwise.
  const back = safeReturn(origin, location.origin)
  if (back !== undefined) history.replaceState(null, '', back)
  session.signIn(data)
  return done()
}

function toFailure({ goto }: ActionContext, message: string | undefined) {
  const { state } = external.current() ?? {}
  goto('login-failed', message === undefined ? {} : { state, error_msg: message })
  return { ...failed('IDAM'), reported: true }
}
