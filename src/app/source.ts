import { http, identity } from '#data/http.ts'
import { createSource } from '#data/source.ts'
import type { Row } from '#engine/ports.ts'
import { rowsCache } from '#lib/rows/cache.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { session } from '#session/session.ts'
import { earlyAnswer, liveHome, onEvent } from './home/live.ts'
import { onLive } from './home/on-live.ts'
import { report } from './report.ts'

const rowOf = (thing: object | undefined): Row | undefined => (thing ? { ...thing } : undefined)

/** What was answered before the channel was open is true until something happens that nobody was told. */
function askAgainOnceLive(command: string): void {
  const end = onLive(() => {
    queueMicrotask(() => end())
    void rowsCache.client?.invalidateQueries({ queryKey: rowsKey(command) })
  })
}

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
  async earlyCommand(command, params) {
    const answer = await earlyAnswer(command, { sn: session.state().gateway?.serialNumber, ...params })
    if (answer !== undefined) askAgainOnceLive(command)
    return answer
  },
  call: async (command, params) => {
    identity.order?.(command)
    const live = liveHome()
    return await (live ? live.call(command, params) : Promise.reject(new Error('Commands need a session')))
  },
  standing: () => {
    const { user, gateway } = session.state()
    return { session: rowOf(user) ?? {}, gateway: rowOf(gateway) }
  },
})
