import { errorRules } from '#data/errors/error-rules.ts'
import { http, identity } from '#data/http.ts'
import { createReport } from '#data/report.ts'
import { language } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { Observable } from '#lib/observable.ts'
import { takeEvent } from '#session/events.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import type { Blamed } from './telling.ts'

/** A sentence that must be acknowledged; the app draws it as a dialog. */
export const alerts = new Observable<string | undefined>(undefined)

/** Whoever tells the server comes later than what may fail: the app fetches it once its first page stands. */
const telling = () => import('./telling.ts')

/** A fault that a person can do nothing about: for whoever looks into the console of the page. */
const log = (entry: unknown): void =>
  reportError(entry instanceof Error ? entry : new Error(JSON.stringify(entry)))

async function told(kind: 'fault' | 'failure', error: unknown): Promise<void> {
  const { said, tell } = await telling()
  tell(kind, said(error))
}
/** One that cannot be told is in the console all the same. */
const tell = (kind: 'fault' | 'failure', error: unknown): void => void told(kind, error).catch(() => {})
// What `log` reports comes back as an event, like every other fault of the page.
addEventListener('error', ({ error, message }) => tell('fault', error ?? message))
addEventListener('unhandledrejection', ({ reason }) => tell('fault', reason))

async function blamed(fault: Blamed): Promise<void> {
  const part = await telling()
  part.blame(fault, log)
}
/** A widget or a page has failed: whose definition is at fault is told by what comes then (decision 0217). */
export const blame = (fault: Blamed): void => void blamed(fault).catch(() => log(fault.error))

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
    if (status >= 500) tell('failure', `${status} ${code}`)
    else if (status === 0 && code === '') tell('fault', message || 'unknown')
  },
  say: (code) => (text.has(`codes.${code}`) ? text.say(`codes.${code}`) : undefined),
})

identity.language = language
identity.started = report.requestStarted
