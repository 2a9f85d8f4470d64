import { http, identity } from '#data/http.ts'
import { errorRules } from '#data/public-catalogue.ts'
import { createReport } from '#data/report.ts'
import { language } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { Observable } from '#lib/observable.ts'
import { takeEvent } from '#session/events.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { createClientErrors } from './client-errors.ts'

/** A sentence that must be acknowledged; the app draws it as a dialog. */
export const alerts = new Observable<string | undefined>(undefined)

/** Beside the ordinary way of calls: this one moves no loading bar and lets nothing be said twice. */
const clientErrors = createClientErrors({
  path: () => location.pathname,
  now: () => Date.now(),
  send: async (error) => {
    const sessionId = identity.sessionId()
    if (sessionId === undefined) return
    await fetch('/api/client-errors', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', sessionId },
      body: JSON.stringify(error),
      keepalive: true,
    })
  },
})

/** A fault that a person can do nothing about: for whoever looks into the console of the page. */
const log = (entry: unknown): void =>
  reportError(entry instanceof Error ? entry : new Error(JSON.stringify(entry)))

const told = (error: unknown): void =>
  clientErrors('fault', error instanceof Error ? `${error.name}: ${error.message}` : String(error))
// What `log` reports comes back as an event, like every other fault of the page.
addEventListener('error', ({ error, message }) => told(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => told(reason))

/** The one way of every failure (spec 1 §8). */
export const report = createReport(errorRules, {
  toast: (sentence) => toasts.show({ text: sentence, tone: 'danger' }),
  dialog: (sentence) => alerts.set(sentence),
  loginMessage: () => {},
  logout: (code) => session.end(code === undefined ? 'session.ended' : `codes.${code}`),
  // spec 1 §8: the answer to an order raises the event; the routing rules do the rest.
  privilege: () => {
    const { gateway } = session.state()
    if (gateway)
      takeEvent(session, 'privilege_changed', { serialNumber: gateway.serialNumber, privileged: true })
    toasts.show({ text: text.t('session.privileged'), tone: 'danger' })
  },
  readSession: async () => {
    const { credentials } = session.state()
    if (!credentials) return undefined
    return await http.call('readSession', { sessionId: 'current' })
  },
  // Refusals are answers; a server that breaks down and a fault of ours are news.
  log: ({ status, code, message }) => {
    if (status >= 500) clientErrors('failure', `${status} ${code}`)
    else if (status === 0 && code === '') clientErrors('fault', message || 'unknown')
  },
  say: (code) => (text.has(`codes.${code}`) ? text.say(`codes.${code}`) : undefined),
})

identity.language = language
identity.started = report.requestStarted

export { log as reportFault }
