import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import { type ActionContext, type CodeAction, done, entered, failed } from '#engine/actions/code-action.ts'
import type { ActionResult } from '#engine/doors.ts'
import { changeLanguage, language } from '#i18n/i18n.ts'
import { languageNamed } from '#i18n/languages.ts'
import { text } from '#i18n/useText.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { safeReturn } from '#lib/safe-return.ts'
import { session } from '#session/session.ts'
import { keep, kept } from '#session/storage.ts'
import { refused } from './sign-in.ts'

export { beginAnew, giveCode, givePasskey, giveRecoveryCode, signInByPasskey } from './factors.ts'
export { acceptPolicies, signIn, signInAsGateway } from './sign-in.ts'

/** What changes one's own second factors comes when somebody does it. */
const own = () => import('./own-factors.tsx')
export const addAuthenticator: CodeAction = async (context) => (await own()).addAuthenticator(context)
export const addPasskey: CodeAction = async (context) => (await own()).addPasskey(context)
export const renewRecoveryCodes: CodeAction = async (context) => (await own()).renewRecoveryCodes(context)

/** A call whose refusals the form shows; anything else is a fault of ours. */
async function tried(context: ActionContext, attempt: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof RequestError) return refused(error, context.toast)
    throw error
  }
}

/** spec 1 §3, §5: the name is checked first; what follows from the entries is put beside them. */
export const register: CodeAction = (context) =>
  tried(context, async () => {
    const form = entered<'register'>(context)
    const { identity } = form
    const { data: check } = await http.call('checkUsername', { identity })
    if (!check.free)
      return failed('USERNAME_TAKEN', { status: 409, message: text.say('codes.USERNAME_TAKEN') })
    const { settings = {} } = context.situation
    const { data } = await http.call('register', {
      ...form,
      preferredLanguage: language(),
      contact: [{ label: 'Default', contact: identity, isDefault: true, contactType: 'email' }],
      userOnBoardingSource: String(settings.USER_ON_BOARDING_SOURCE),
      // spec 1 §3: starts false; with both boxes ticked the person agrees.
      agreeRegister: form.areTermsOfServiceAccepted === true && form.isPrivacyPolicyAccepted === true,
    })
    keep(browserStorage, 'registration', data.key)
    return { ...done(data), status: data.activated ? 200 : 201 }
  })

/** spec 1 §4: what the server says is shown, the same for everybody; then sign-in. */
export const askForReset: CodeAction = (context) =>
  tried(context, async () => {
    const { email } = entered<'forgotPass'>(context)
    const { data } = await http.call('forgotPass', { email, language: language() })
    context.toast({ text: data.message })
    context.goto('login')
    return done()
  })

/** Sets the password that a link is for; the link works once. spec 1 §8: 000017 and 000018 are said in a toast, unless a page says it. */
export const setPassword: CodeAction = (context) =>
  tried(context, async () => {
    const { bound, toast, goto, situation } = context
    try {
      const hash = bound.route?.hash ?? ''
      const { status } = await http.call('resetPassword', { hash, ...entered<'resetPassword'>(context) })
      const told = situation.flags.has('PASSWORD_CHANGED_SCREEN')
      // The page that says so says it alone.
      if (!told) toast({ text: text.say('codes.000018') })
      goto(told ? 'password_changed' : 'login')
      return { ...done(), status }
    } catch (error) {
      if (error instanceof RequestError && error.status === 404)
        toast({ text: text.say('codes.000017'), tone: 'danger' })
      throw error
    }
  })

/** spec 1 §4: activates the account that a link is for, and goes on in the language of its owner. */
export const activateAccount: CodeAction = (context) =>
  tried(context, async () => {
    const { params, situation, goto, toast } = context
    // A foreign page cannot send this header, so it cannot make a visitor activate anything.
    const { data } = await http.call(
      'activate',
      {
        token: String(params.token),
      },
      { headers: { 'x-activation': kept(browserStorage, 'registration') ?? '1' } },
    )
    keep(browserStorage, 'registration', undefined)
    const preferred = languageNamed(data.preferredLanguage)
    if (preferred) await changeLanguage(preferred)
    const { passwordLink } = data
    if (passwordLink !== undefined) {
      toast({ text: text.say('toasts.choosePassword') })
      goto('resetPassword', { hash: passwordLink })
      return done(data)
    }
    if (situation.flags.has('ACTIVATED_SCREEN')) return { ...done(data), status: 200 }
    goto('login', { activate: true })
    return done(data)
  })

/** B-06: a policy at an address that came along is opened only if it is ours or the deployment's own. */
export const openPolicy: CodeAction = async ({ params, situation, toast }) => {
  const links = situation.settings?.TOS_PRIVACY
  const allowed = typeof links === 'object' && links !== null ? Object.values(links).map(String) : []
  const target = typeof params.url === 'string' ? params.url : undefined
  const safe = safeReturn(target, location.origin, allowed.filter(Boolean))
  if (safe === undefined) {
    toast({ text: text.say('toasts.addressRefused'), tone: 'danger' })
    return { ...failed('ADDRESS_REFUSED'), reported: true }
  }
  window.open(safe, '_blank', 'noopener,noreferrer')
  return done()
}

/** Somebody signed in who should not have: all sessions of the account end, this one too. */
export const disownSignIn: CodeAction = (context) =>
  tried(context, async () => {
    const { status } = await http.call('disownSignIn', { token: String(context.params.token) })
    // Whoever is signed in here is out as well, and reads why where he signs in again.
    session.end('session.disowned')
    return { ...done(), status }
  })
