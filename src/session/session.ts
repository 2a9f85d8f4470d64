import { identity } from '#data/http.ts'
import { subroleOf } from '#gateway/lib/gateways/permissions.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import { useCurrent } from '#lib/use-current.ts'
import { type SessionState, SessionStore } from './store.ts'
import { tabStorage } from './tab-storage.ts'
import { followTabs } from './tabs.ts'

/** The session of this page. */
export const session = new SessionStore(browserStorage, tabStorage, () => location.assign('/'))

identity.sessionId = () => session.state().credentials?.sessionId
identity.subrole = () => subroleOf(session.state().user?.groups)

followTabs(session)

export const useSession = (): SessionState => useCurrent(session.subscribe, session.state)
