import { useEffect } from 'react'
import { useEngine } from '#engine/engine.ts'
import { text } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { activity } from './current.ts'
import { isSaid } from './news.ts'

/** Jobs and news follow what happens. */
export function useFollowed(): void {
  const { onEvent } = useEngine()
  const { gateways, gateway, user } = useSession()
  const me = user?.id
  const here = gateway?.serialNumber
  useEffect(
    () =>
      onEvent?.((event, data) => {
        activity.take(event, data, Date.now(), { here, me })
        if (isSaid(event)) toasts.show({ text: text.say(`news.${event}`), tone: 'danger' })
      }),
    [onEvent, here, me],
  )
  useEffect(() => activity.learn(gateways, Date.now()), [gateways])
}
