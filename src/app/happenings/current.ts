import { browserStorage } from '#lib/browser-storage.ts'
import { session } from '#session/session.ts'
import { msLimit } from '../definitions.ts'
import { HappeningStore } from './happenings.ts'

/** Those of this page's session. */
export const happenings = new HappeningStore(browserStorage, msLimit('happeningsKept'))

session.subscribe(() => {
  if (!session.state().credentials) happenings.forget()
})
