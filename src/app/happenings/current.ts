import { session } from '#session/session.ts'
import { msLimit } from '../definitions.ts'
import { HappeningStore } from './happenings.ts'

/** Those of this page's session. */
export const happenings = new HappeningStore(localStorage, msLimit('happeningsKept'))

session.subscribe(() => {
  if (!session.state().credentials) happenings.forget()
})
