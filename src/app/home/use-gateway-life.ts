import { useEffect, useEffectEvent } from 'react'
import { checkGateway } from '#session/checks.ts'
import { refreshGateways } from '#session/refresh.ts'
import { session, useSession } from '#session/session.ts'
import { routeOf } from '../definitions.ts'
import { emit, onEvent, refreshHome } from './live.ts'
import { onLive } from './on-live.ts'

interface News {
  serialNumber?: string
  gateway?: { serialNumber: string }
  status?: string
}

/** spec 1 §4: what is checked when a gateway is set, and the events that do more than change what is known. */
export function useGatewayLife(go: (path: string) => void): void {
  const { gateway, settings } = useSession()
  const serialNumber = gateway?.serialNumber
  const replaces = settings?.flags.RPL_GTW === true
  const leave = useEffectEvent(go)

  useEffect(() => {
    if (serialNumber === undefined) return
    let set = true
    // What an event has told meanwhile is newer than the answer to a question asked before it.
    const told = new Set<string>()
    const end = onEvent((event) => void told.add(event))
    void checkGateway({
      serialNumber,
      replaces,
      emit: (event, data) => {
        if (set && !told.has(event)) emit(event, data)
      },
    })
    return () => {
      set = false
      end()
    }
  }, [serialNumber, replaces])

  useEffect(() => onLive(() => void refreshGateways(onEvent)), [])

  useEffect(
    () =>
      onEvent((event, data) => {
        const news = data as News
        const about = news.serialNumber ?? news.gateway?.serialNumber
        if (about !== session.state().gateway?.serialNumber) return
        if (event === 'gateway_mode_changed') leave(routeOf('gtw_settings'))
        if (event === 'firmware_progress' && news.status === 'installed') refreshHome()
      }),
    [],
  )
}
