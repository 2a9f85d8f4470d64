import { useSyncExternalStore } from 'react'
import { identity } from '#data/http.ts'
import { type SessionState, SessionStore } from './store.ts'

/** The session of this page. */
export const session = new SessionStore(localStorage)

identity.sessionId = () => session.state().credentials?.sessionId

// Another tab signed out: this one follows.
window.addEventListener('storage', (event) => {
  if (event.storageArea === localStorage && event.key === 'gatehouse.session' && event.newValue === null)
    session.end()
})

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)
