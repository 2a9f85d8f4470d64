import { useEffect } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useSession } from '#session/session.ts'
import { liveHome } from '../live.ts'
import { onLive } from '../on-live.ts'
import { happenings } from './current.ts'
import { questions } from './jobs.ts'

/** Jobs and news follow what happens, and what the gateways say of what had begun before the page was there. */
export function useFollowed(): void {
  const { onEvent } = useEngine()
  const { gateways, gateway } = useSession()
  const here = gateway?.serialNumber
  useEffect(() => onEvent?.((event, data) => happenings.take(event, data, Date.now(), here)), [onEvent, here])
  useEffect(() => happenings.learn(gateways, Date.now()), [gateways])
  useEffect(() => {
    if (here === undefined) return
    return onLive(() => {
      for (const command of questions)
        liveHome()
          ?.call(command, {})
          .then((answer) => happenings.answered(command, answer, Date.now(), here))
          // A gateway that does not know the question has no such jobs.
          .catch(() => undefined)
    })
  }, [here])
}
