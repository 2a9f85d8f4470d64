import { useEffect } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useSession } from '#session/session.ts'
import { activity } from './current.ts'

/** Jobs and news follow what happens. */
export function useFollowed(): void {
  const { onEvent } = useEngine()
  const { gateways, gateway } = useSession()
  const here = gateway?.serialNumber
  useEffect(() => onEvent?.((event, data) => activity.take(event, data, Date.now(), here)), [onEvent, here])
  useEffect(() => activity.learn(gateways, Date.now()), [gateways])
}
