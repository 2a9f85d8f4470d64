import { http } from '#data/http.ts'
import { msLimit } from '../definitions.ts'
import { onEvent } from '../home/live.ts'
import { onLive } from '../home/on-live.ts'
import { report } from '../report.ts'
import { OpenAlarms } from './alarms/open-alarms.ts'
import { missed, unanswered } from './current.ts'
import { Notifications } from './notifications.ts'

/** Those of this page's session. */
export const notifications = new Notifications({
  http,
  missed,
  hear: onEvent,
  opened: onLive,
  failed: report.quiet,
  most: msLimit('activityKept'),
})

export const openAlarms = new OpenAlarms({ http, open: unanswered, hear: onEvent, opened: onLive })
