import { browserStorage } from '#lib/browser-storage.ts'
import { Cell } from '#lib/cell.ts'
import { session } from '#session/session.ts'
import { msLimit } from '../definitions.ts'
import { HappeningStore } from './happenings.ts'

/** Those of this page's session. */
export const happenings = new HappeningStore(browserStorage, msLimit('happeningsKept'))

/** How many notifications the person has missed; 0 while nobody asks. */
export const missed = new Cell(0)

session.subscribe(() => {
  if (!session.state().credentials) happenings.forget()
})
