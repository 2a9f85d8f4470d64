import { browserStorage } from '#lib/browser/browser-storage.ts'
import { Observable } from '#lib/observable.ts'
import { session } from '#session/session.ts'
import { countsOf, keptIn, NOTHING } from './kept-activity.ts'

/** Of jobs and news; told from what was kept until what follows them has come. */
export const counts = new Observable(countsOf(keptIn(browserStorage)))

/** How many notifications the person has missed; 0 while nobody asks. */
export const missed = new Observable(0)

/** How many notifications of alarms nobody has answered; 0 while nobody asks. */
export const unanswered = new Observable(0)

session.subscribe(() => {
  if (!session.state().credentials) counts.set(countsOf(NOTHING))
})
