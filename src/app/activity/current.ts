import { browserStorage } from '#lib/browser/browser-storage.ts'
import { session } from '#session/session.ts'
import { msLimit } from '../definitions.ts'
import { ActivityStore } from './activity.ts'
import { counts } from './counts.ts'
import { countsOf } from './kept-activity.ts'

/** Jobs and news of this page's session. */
export const activity = new ActivityStore(browserStorage, msLimit('activityKept'))

activity.subscribe(() => counts.set(countsOf(activity.current())))
session.subscribe(() => {
  if (!session.state().credentials) activity.forget()
})
