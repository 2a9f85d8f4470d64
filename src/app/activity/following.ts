import { http } from '#data/http.ts'
import { text } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { msLimit } from '../definitions.ts'
import { liveHome, onEvent } from '../home/live.ts'
import { onLive } from '../home/on-live.ts'
import { report } from '../report.ts'
import { OpenAlarms } from './alarms/open-alarms.ts'
import { missed, unanswered } from './counts.ts'
import { activity } from './current.ts'
import { lists, type Place, questions } from './jobs.ts'
import { saidOf } from './news.ts'
import { Notifications } from './notifications.ts'
import { nameOf } from './use-gateway-name.ts'

// Everything that follows jobs, news and notifications: the page stands without (use-following.ts).

export { activity }

export const notifications = new Notifications({
  http,
  missed,
  hear: onEvent,
  opened: onLive,
  failed: report.quiet,
  most: msLimit('activityKept'),
})

export const openAlarms = new OpenAlarms({ http, open: unanswered, hear: onEvent, opened: onLive })

/** Jobs and news follow what happens. */
export function take(event: string, data: unknown, at: number, place: Place): void {
  activity.take(event, data, at, place)
  const said = saidOf(event, data, at, place.here)
  if (!said) return
  const name = nameOf(said.serialNumber ?? '', session.state())
  toasts.show({
    text: text.say(`news.${said.text}`, '', { name }),
    tone: said.tone === 'danger' ? 'danger' : 'plain',
  })
}

/** The person's own jobs that had begun before the page was there: asked for whenever the channel is open anew. */
export const askForOwn = (
  me: string,
  here: string | undefined,
  /** Whether the person finds a screen: what stands on none is not his to ask for. */
  finds: (screen: string | undefined) => boolean,
): (() => void) =>
  onLive(() => {
    for (const list of lists.filter(({ opens }) => finds(opens)))
      http
        .send(list.operation, { params: { [list.person]: me, limit: 1 } })
        .then(({ data }) => {
          const rows = valueAt(data, list.rows)
          if (Array.isArray(rows) && rows.length > 0) activity.listed(list, rows[0], Date.now(), { here, me })
        })
        // It is asked again with the next connection.
        .catch(() => undefined)
  })

/** Those of the gateway, which it is asked for itself, as far as the person may. */
export const askGateway = (here: string, may: (command: string) => boolean): (() => void) =>
  onLive(() => {
    for (const command of questions.filter(may))
      liveHome()
        ?.call(command, {})
        .then((answer) => activity.answered(command, answer, Date.now(), here))
        // A gateway that does not know the question has no such jobs.
        .catch(() => undefined)
  })
