import { browserStorage } from '#lib/browser-storage.ts'
import { Observable } from '#lib/observable.ts'
import { session } from '#session/session.ts'
import { msLimit } from '../definitions.ts'
import { ActivityStore } from './activity.ts'

/** Those of this page's session. */
export const activity = new ActivityStore(browserStorage, msLimit('activityKept'))

/** How many notifications the person has missed; 0 while nobody asks. */
export const missed = new Observable(0)

/** How many notifications of alarms nobody has answered; 0 while nobody asks. */
export const unanswered = new Observable(0)

session.subscribe(() => {
  if (!session.state().credentials) activity.forget()
})
