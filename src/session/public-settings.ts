import { http } from '#data/http.ts'
import { early } from './boot.ts'
import { session } from './session.ts'
import type { Settings } from './store.ts'

/** What is switched on, for whoever has not signed in; without an answer everything is as shipped forms have it. */
export async function learnSettings(): Promise<void> {
  if (session.state().settings) return
  const boot = window.gatehouseBoot
  const visitor = boot && boot.sessionId === undefined ? boot : undefined
  try {
    const settings = (await early<Settings>(visitor?.settings)) ?? (await http.call('settings', {})).data
    session.learnSettings(settings)
  } catch (error) {
    // The server checks everything again; the page only says it earlier.
    reportError(error)
  }
}
