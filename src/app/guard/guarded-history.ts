import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type Location,
  type NavigationType,
  type Navigator,
  parsePath,
  type To,
} from 'react-router'

export interface Place {
  action: NavigationType
  location: Location
}

export interface GuardedHistory extends Navigator {
  place(): Place
  listen(moved: (place: Place) => void): () => void
  /** The move that waits for an answer. */
  waiting(): boolean
  subscribe(changed: () => void): () => void
  answer(leave: boolean): void
}

/**
 * The browser's history that asks before a page with unsaved changes is left, whichever way: link, palette, Back. Within
 * one page (its search, its tabs) nothing is lost, and a redirect is nobody's wish that could be taken back.
 * The blocker of react-router belongs to its data routers, which are several times as large as all that is routed here.
 */
export function guardedHistory(mayBeLost: () => boolean): GuardedHistory {
  const history = createBrowserHistory({ v5Compat: true })
  const changes = new Set<() => void>()
  let shown: Place = { action: history.action, location: history.location }
  let moved: ((place: Place) => void) | undefined
  let go: (() => void) | undefined
  /** Moves of the browser that are its own way back to the page, or the one that was agreed to. */
  let next: 'ask' | 'swallow' | 'pass' = 'ask'

  function wait(move: (() => void) | undefined): void {
    go = move
    for (const change of [...changes]) change()
  }
  const leaves = (to: To): boolean => {
    const { pathname } = parsePath(typeof to === 'string' ? to : createPath(to))
    return mayBeLost() && pathname !== undefined && pathname !== shown.location.pathname
  }
  function show({ action, location }: Place): void {
    shown = { action, location }
    moved?.(shown)
  }

  return {
    createHref: (to) => history.createHref(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push(to, state) {
      if (leaves(to)) wait(() => history.push(to, state))
      else history.push(to, state)
    },
    replace: (to, state) => history.replace(to, state),
    place: () => shown,
    listen(listener) {
      moved = listener
      const end = history.listen(({ action, location, delta }) => {
        const how = action === 'POP' ? next : 'pass'
        if (action === 'POP') next = 'ask'
        if (how === 'swallow') return
        // The browser has moved already: it goes back to where the page is, and asks there.
        if (how === 'ask' && delta && leaves(location)) {
          next = 'swallow'
          history.go(-delta)
          wait(() => {
            next = 'pass'
            history.go(delta)
          })
          return
        }
        show({ action, location })
      })
      return () => {
        moved = undefined
        end()
      }
    },
    waiting: () => go !== undefined,
    subscribe(changed) {
      changes.add(changed)
      return () => changes.delete(changed)
    },
    answer(leave) {
      const move = go
      wait(undefined)
      if (leave) move?.()
    },
  }
}
