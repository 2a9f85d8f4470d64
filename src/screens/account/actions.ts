import { attempt } from '#data/refusal.ts'
import { type CodeAction, done, entered, failed } from '#engine/actions/code-action.ts'
import { changeLanguage, language } from '#i18n/i18n.ts'
import { languageNamed } from '#i18n/languages.ts'
import { text } from '#i18n/useText.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'
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

/** spec 1 §3, §5: the name is checked first; what follows from the entries is put beside them. */
export const register: CodeAction = async (context) => {
  const form = entered<'register'>(context)
  const { identity } = form
  const check = await attempt('checkUsername', { identity })
  if (!check.ok) return refused(check, context.toast)
  if (!check.data.free) return failed('USERNAME_TAKEN', { status: 409 })
  const { settings = {} } = context.situation
  const answer = await attempt('register', {
    ...form,
    preferredLanguage: language(),
    contact: [{ label: 'Default', contact: identity, isDefault: true, contactType: 'email' }],
    userOnBoardingSource: String(settings.USER_ON_BOARDING_SOURCE),
    // spec 1 §3: starts false; with both boxes ticked the person agrees.
    agreeRegister: form.areTermsOfServiceAccepted === true && form.isPrivacyPolicyAccepted === true,
  })
  if (!answer.ok) return refused(answer, context.toast)
  keep(browserStorage, 'registration', answer.data.key)
  return { ...done(answer.data), status: answer.data.activated ? 200 : 201 }
}

/** spec 1 §4: what the server says is shown, the same for everybody; then sign-in. */
export const askForReset: CodeAction = async (context) => {
  const { email } = entered<'forgotPass'>(context)
  const answer = await attempt('forgotPass', { email, language: language() })
  if (!answer.ok) return refused(answer, context.toast)
  context.toast({ text: answer.data.message })
  context.goto('login')
  return done()
}

/** Sets the password that a link is for; the link works once. spec 1 §8: 000017 and 000018 are said in a toast, unless a page says it. */
export const setPassword: CodeAction = async (context) => {
  const { bound, toast, goto, situation } = context
  const hash = bound.route?.hash ?? ''
  const answer = await attempt('resetPassword', { hash, ...entered<'resetPassword'>(context) })
  if (!answer.ok) {
    if (answer.status === 404) toast({ text: text.say('codes.000017'), tone: 'danger' })
    return refused(answer, toast)
  }
  const told = situation.flags.has('PASSWORD_CHANGED_SCREEN')
  // The page that says so says it alone.
  if (!told) toast({ text: text.say('codes.000018') })
  goto(told ? 'password_changed' : 'login')
  return { ...done(), status: answer.status }
}

/** spec 1 §4: activates the account that a link is for, and goes on in the language of its owner. */
export const activateAccount: CodeAction = async (context) => {
  const { params, situation, goto, toast } = context
  // A foreign page cannot send this header, so it cannot make a visitor activate anything.
  const headers = { 'x-activation': kept(browserStorage, 'registration') ?? '1' }
  const answer = await attempt('activate', { token: String(params.token) }, { headers })
  if (!answer.ok) return refused(answer, toast)
  const { data } = answer
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
}

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
export const disownSignIn: CodeAction = async ({ params, toast }) => {
  const answer = await attempt('disownSignIn', { token: String(params.token) })
  if (!answer.ok) return refused(answer, toast)
  // Whoever is signed in here is out as well, and reads why where he signs in again.
  session.end('session.disowned')
  return { ...done(), status: answer.status }
}
