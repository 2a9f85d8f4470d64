import { useEffect } from 'react'
import { useSession } from '#session/session.ts'
import { liveHome } from '../home/live.ts'
import { onLive } from '../home/on-live.ts'
import { activity } from './current.ts'
import { questions } from './jobs.ts'

/** Jobs that had begun before the page was there: whenever the channel is open anew, the gateway is asked for its own. */
export function useAsked(): void {
  const here = useSession().gateway?.serialNumber
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
