import { identity } from '#data/http.ts'
import type { Fault } from '#engine/property/state/faults.ts'
import { session } from '#session/session.ts'
import { createClientErrors } from './client-errors.ts'

/** What has failed: a widget, or a page as a whole. */
export type Blamed = Fault | { error: unknown; screen: string }

/** Beside the ordinary way of calls: this one moves no loading bar and lets nothing be said twice. */
export const tell = createClientErrors({
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

export const said = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/** Tells which definition is at fault, in which home, by names of the catalogue alone (decision 0217). */
export function blame(fault: Blamed, log: (error: unknown) => void): void {
  const { gateway } = session.state()
  const here = gateway && { serialNumber: gateway.serialNumber }
  if ('screen' in fault) {
    tell('page', said(fault.error), { ...here, what: fault.screen })
    return log(fault.error)
  }
  const { error, head, placed, phase } = fault
  if (head && placed) {
    const { service, property, options } = placed
    const of = { ...here, model: head.model, what: `${service}.${property}: ${options.propertyType}` }
    if (phase === 'unknown') tell('place', 'No widget of this version draws it', of)
    else tell('widget', said(error), of)
  }
  // What happened in an event has gone to the window already.
  if (phase === 'render' || phase === 'async') log(error)
}
