import { useEffect, useEffectEvent } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import { useEngine } from '#engine/engine.ts'
import { partOf } from '#lib/part.ts'
import { useSession } from '#session/session.ts'
import { msLimit } from '../definitions.ts'
import { afterFirstPage } from '../home/live.ts'

type Following = typeof import('./following.ts')

/** The first tiles do without. */
export const following = partOf<Following>(() => import('./following.ts'))

/** What happens before it has come waits, but not more than this. */
const MOST_WAITING = 100

/** Begins for one after the other, and not at all without one. */
export function useFollowing(of: string | undefined, begin: (all: Following) => () => void): void {
  const begun = useEffectEvent(begin)
  useEffect(() => {
    if (of === undefined) return
    let end: (() => void) | undefined
    const started = (): void => {
      const all = following.current()
      if (all) end ??= begun(all)
    }
    const leave = following.subscribe(started)
    started()
    const stay = end
      ? undefined
      : afterFirstPage(() => void following.load().catch(reportError), msLimit('textsDelay'))
    return () => {
      stay?.()
      leave()
      end?.()
    }
  }, [of])
}

/** Jobs and news follow what happens, and the person's own jobs that had begun before. */
export function useFollowed(): void {
  const { onEvent, situation, definitions } = useEngine()
  const { gateways, gateway, user } = useSession()
  const me = user?.id
  const here = gateway?.serialNumber
  useEffect(() => {
    const waiting: [event: string, data: unknown, at: number][] = []
    const flush = (): void => {
      const all = following.current()
      if (all) for (const one of waiting.splice(0)) all.take(...one, { here, me })
    }
    const leave = following.subscribe(flush)
    const end = onEvent?.((event, data) => {
      if (waiting.length < MOST_WAITING) waiting.push([event, data, Date.now()])
      if (following.current()) flush()
      // One that has failed to come is asked for again.
      else following.load().catch(reportError)
    })
    return () => {
      end?.()
      leave()
    }
  }, [onEvent, here, me])
  useEffect(() => {
    const learn = (): void => following.current()?.activity.learn(gateways, Date.now())
    learn()
    return following.subscribe(learn)
  }, [gateways])
  useFollowing(me && `${me} ${here}`, ({ askForOwn }) =>
    askForOwn(me ?? '', here, (screen = '') => holds(definitions.screen(screen)?.access?.when, situation)),
  )
}

/** Jobs of the gateway that had begun before the page was there. */
export function useAsked(situation: Situation): void {
  const { gateway } = useSession()
  const here = gateway?.serialNumber
  const may = (command: string): boolean => !isOutOfReach({ commands: [command] }, situation)
  useFollowing(here, ({ askGateway }) => askGateway(here ?? '', may))
}
