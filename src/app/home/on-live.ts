import { liveHome, subscribeHome } from './live.ts'

const connected: ReadonlySet<string> = new Set(['live', 'offline'])

/** Calls whenever the channel is open anew: what happened before is not told again. */
export function onLive(opened: () => void): () => void {
  let stop = (): void => {}
  const watch = (): void => {
    stop()
    const home = liveHome()?.home
    let was = false
    const look = (): void => {
      const is = home !== undefined && connected.has(home.link().state)
      if (is && !was) opened()
      was = is
    }
    stop = home?.subscribe(look) ?? (() => {})
    look()
  }
  const end = subscribeHome(watch)
  watch()
  return () => {
    end()
    stop()
  }
}
