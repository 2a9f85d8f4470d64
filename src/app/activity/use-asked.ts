import { useEffect } from 'react'
import { http } from '#data/http.ts'
import { valueAt } from '#lib/value-at.ts'
import { useSession } from '#session/session.ts'
import { liveHome } from '../home/live.ts'
import { onLive } from '../home/on-live.ts'
import { activity } from './current.ts'
import { lists, questions } from './jobs.ts'

/** Jobs that had begun before the page was there: whenever the channel is open anew, the gateway is asked for its own. */
export function useAsked(): void {
  const { gateway, user } = useSession()
  const here = gateway?.serialNumber
  const me = user?.id
  useEffect(() => {
    if (me === undefined) return
    return onLive(() => {
      for (const list of lists)
        http
          .send(list.operation, { params: { [list.person]: me, limit: 1 } })
          .then(({ data }) => {
            const rows = valueAt(data, list.rows)
            if (Array.isArray(rows) && rows.length > 0)
              activity.listed(list, rows[0], Date.now(), { here, me })
          })
          // It is asked again with the next connection.
          .catch(() => undefined)
    })
  }, [me, here])
  useEffect(() => {
    if (here === undefined) return
    return onLive(() => {
      for (const command of questions)
        liveHome()
          ?.call(command, {})
          .then((answer) => activity.answered(command, answer, Date.now(), here))
          // A gateway that does not know the question has no such jobs.
          .catch(() => undefined)
    })
  }, [here])
}
