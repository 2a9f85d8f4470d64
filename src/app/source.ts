import { http } from '#data/http.ts'
import { createSource } from '#data/source.ts'
import type { Row } from '#engine/ports.ts'
import { rowsCache } from '#lib/rows-cache.ts'
import { session } from '#session/session.ts'
import { earlyAnswer, liveHome, onEvent } from './home/live.ts'
import { onLive } from './home/on-live.ts'
import { report } from './report.ts'

const rowOf = (thing: object | undefined): Row | undefined => (thing ? { ...thing } : undefined)

export const source = createSource({
  http,
  report,
  get cache() {
    if (!rowsCache.client) throw new Error('Only screens with rows watch rows')
    return rowsCache.client
  },
  onEvent,
  onLive,
  early: earlyAnswer,
  call: async (command, params) => {
    const live = liveHome()
    return await (live ? live.call(command, params) : Promise.reject(new Error('Commands need a session')))
  },
  standing: () => {
    const { user, gateway } = session.state()
    return { session: rowOf(user) ?? {}, gateway: rowOf(gateway) }
  },
})
