import { Observable } from '#lib/observable.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { AddressInputs } from '#schemas/generated/definitions/screen.ts'
import { placeAt, routeOf } from '../definitions.ts'
import { here, returnPath } from '../guard/return-path.ts'

/** A public screen with what its address says. */
export interface Place {
  screen: ScreenHead
  params: Readonly<Record<string, string>>
}

/** The route of a screen without its parameters: what may stay in the address. */
export const bareRoute = ({ route }: ScreenHead): string => route.replace(/\/:.*/, '')

/** What a screen takes from the query of its address. */
const queryOf = (address: AddressInputs | undefined, query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    (address?.query ?? []).flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )

interface Found {
  place: Place
  /** What the address bar shows. */
  shown: string
}

/** The public screen at an address; secrets, and whatever a public route carries, are no part of what is shown. */
export function publicPlace(url: URL): Found | undefined {
  const asked = placeAt(url.pathname)
  if (!asked?.screen.access?.public) return undefined
  const { screen } = asked
  const params = { ...asked.params, ...queryOf(screen.address, url.searchParams) }
  // After a reload nobody knows any more what the page before had handed on.
  if (screen.address?.handedOn && Object.keys(params).length === 0) return undefined
  const path = bareRoute(screen)
  return { place: { screen, params }, shown: screen.address?.secret ? path : path + url.search }
}

const at = new Observable<Place | undefined>(undefined)
/** What the address bar showed when the place was taken from it: the same address says nothing new. */
let shown: string | undefined

function stay({ place, shown: address }: Found): void {
  shown = address
  at.set(place)
}

/** Where a visitor is. Kept in memory, because addresses that carry a secret give it up before anything is drawn. */
export const publicRouter = {
  current: at.current,
  subscribe: at.subscribe,

  /** Takes over what the address says; one that is not public, or says too little, leads to sign-in. */
  arrive(signOutReason?: string): Place | undefined {
    if (at.current() && shown === here()) return at.current()
    const found = publicPlace(new URL(location.href))
    if (!found && !isBare(location.pathname) && (signOutReason !== undefined || !returnPath.left))
      returnPath.remember(here())
    const next = found ?? publicPlace(new URL(routeOf('login'), location.href))
    if (!next) throw new Error('The screen login is not public')
    history.replaceState(null, '', next.shown)
    stay(next)
    return next.place
  },

  /** To a public screen within this page, so that toasts stay and secrets need no address; elsewhere by the browser. */
  go(to: string | number, { replace = false }: { replace?: boolean } = {}): void {
    if (typeof to === 'number') return history.go(to)
    const url = new URL(to, location.href)
    const found = url.origin === location.origin ? publicPlace(url) : undefined
    if (!found) return location.assign(to)
    history[replace ? 'replaceState' : 'pushState'](null, '', found.shown)
    stay(found)
  },

  /** Back and forward; what was secret is gone for good. */
  moved(): void {
    at.set(undefined)
    publicRouter.arrive()
  },

  /** Somebody has signed in: nothing of the way is kept. */
  forget(): void {
    shown = undefined
    at.set(undefined)
  },
}

/** What a public address gave up when it was opened with a session. */
let taken: { path: string; params: Place['params'] } | undefined

/** A-07 for whoever is signed in: the house draws the screen, but what its address carried is in memory by then. */
export function takeAddress(): void {
  const found = publicPlace(new URL(location.href))
  if (!found || found.shown === here()) return
  taken = { path: found.shown.split('?')[0] ?? '', params: found.place.params }
  history.replaceState(null, '', found.shown)
}

/** All that a screen knows of its address: its query, and what has left the address. */
export function inputsAt(
  address: AddressInputs | undefined,
  { pathname, search }: { pathname: string; search: string },
): Place['params'] {
  return {
    ...queryOf(address, new URLSearchParams(search)),
    ...(taken?.path === pathname ? taken.params : {}),
  }
}

/** spec 1 §4: an address whose secret is missing is no place to come back to; it counts as the root. */
const isBare = (path: string): boolean =>
  path === '/' || publicPlace(new URL(`${path}/-`, location.href))?.shown.split('?')[0] === path
