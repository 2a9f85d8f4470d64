import {
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { Router } from 'react-router'
import { unsaved } from '#lib/unsaved.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { withTexts } from '../part.ts'
import { guardedHistory } from './guarded-history.ts'
import { WantedContext } from './wanted.ts'

const LeaveDialog = lazy(() => withTexts(import('./LeaveDialog.tsx')))

/** The browser refuses to say more than a sentence of its own, and only when it is asked to. */
const keep = (event: BeforeUnloadEvent): void => event.preventDefault()

/** The addresses of the house; a page with unsaved changes is left only by somebody who says so. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => guardedHistory(unsaved.any))
  const [{ action, location }, move] = useState(history.place)
  const [wanted, want] = useState(location.pathname)
  const waiting = useSyncExternalStore(history.subscribe, history.waiting)
  const holds = useSyncExternalStore(unsaved.subscribe, unsaved.any)

  useLayoutEffect(
    () =>
      history.listen((place) => {
        want(place.location.pathname)
        startTransition(() => move(place))
      }),
    [history],
  )
  useEffect(() => {
    // Only while there is something to lose: a page with this listener is not kept for the way back.
    if (!holds) return
    window.addEventListener('beforeunload', keep)
    return () => window.removeEventListener('beforeunload', keep)
  }, [holds])

  return (
    <Router location={location} navigationType={action} navigator={history}>
      <WantedContext value={wanted}>{children}</WantedContext>
      {waiting && (
        <Suspense>
          <LeaveDialog onAnswer={history.answer} />
        </Suspense>
      )}
    </Router>
  )
}
