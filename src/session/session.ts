import { useSyncExternalStore } from 'react'
import { identity } from '#data/http.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { type SessionState, SessionStore } from './store.ts'

/** The session of this page. */
export const session = new SessionStore(browserStorage)

identity.sessionId = () => session.state().credentials?.sessionId

// Another tab signed out: this one follows.
window.addEventListener('storage', (event) => {
  if (event.key === 'gatehouse.session' && event.newValue === null) session.end()
})

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)
