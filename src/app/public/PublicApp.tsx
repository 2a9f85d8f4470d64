import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { definitions } from '#data/public-catalogue.ts'
import { holds } from '#engine/conditions/holds.ts'
import { type Engine, EngineContext, type ScreenProps } from '#engine/engine.ts'
import { Screen as FormKind } from '#engine/screens/form/Screen.tsx'
import { loadEngine } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import { partOf } from '#lib/part.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { useSession } from '#session/session.ts'
import { Mark } from '#ui/marks/Mark.tsx'
import { ToastRegion } from '#ui/toasts/ToastRegion.tsx'
import { msLimit, routeOf, versionLimit } from '../definitions.ts'
import { signOutNotice } from '../guard/sign-out-notice.ts'
import { usePart } from '../part.ts'
import { followLinks } from '../screens/links.ts'
import { useScreen } from '../screens/open-screen.ts'
import { titleOf } from '../screens/title.ts'
import { situationOf } from '../situation/situation.ts'
import { publicActions } from './actions.ts'
import * as blocks from './blocks.ts'
import { Foot } from './Foot.tsx'
import styles from './PublicApp.module.css'
import { type Place, publicRouter } from './public-router.ts'
import { signIn } from './sign-in.ts'
import { useAsked } from './use-asked.ts'

const entrance = partOf<ComponentType<ScreenProps>>(async () => {
  const { Entrance } = await import('../entry/Entrance.tsx')
  return Entrance
})

/** Sign-in is drawn by what is here; for every other screen more is fetched. */
export const isSignIn = (screen: ScreenHead): boolean => screen.id === 'login'

/** Its form is drawn at once, with nothing in its place before; one that does not come is missed where it would stand. */
export const loadSignIn = (): Promise<unknown> => definitions.form(signIn.form).catch(() => undefined)

/** Brings what a screen needs beyond sign-in. */
export const loadEntrance = (): Promise<void> => entrance.load()

/** Who has not signed in has no sub-role that could keep him from anything. */
const nothing = (): undefined => undefined

/** What is open before sign-in: without router, row cache or channel. */
export function PublicApp({ screen, params }: Place) {
  const state = useSession()
  const text = useText()
  const follow = useEffectEvent((to: string) => publicRouter.go(to))
  useEffect(() => followLinks(follow), [])
  useEffect(() => {
    addEventListener('popstate', publicRouter.moved)
    return () => removeEventListener('popstate', publicRouter.moved)
  }, [])
  useEffect(() => {
    // What the first press of a button needs is here by then; if it does not come, the press asks again.
    const fetchLater = (): void =>
      void Promise.all([publicActions(), loadEntrance(), loadEngine()]).catch(() => {})
    // Once the form has been painted: nothing stands between it and who wants to type.
    const frame = requestAnimationFrame(() => setTimeout(fetchLater))
    return () => cancelAnimationFrame(frame)
  }, [])
  const asked = useAsked(text)
  const situation = situationOf(state, versionLimit, nothing)

  const open = holds(screen.access?.when, situation)
  useEffect(() => {
    if (!open) publicRouter.go(routeOf('login'), { replace: true })
  }, [open])
  // Forms and notices stand beside the picture, which bears the mark.
  const wide = !('aside' in screen)
  const engine: Engine = {
    definitions,
    actions: publicActions,
    blocks,
    situation,
    notice: isSignIn(screen) ? (signOutNotice(state.signOutReason, text) ?? asked) : undefined,
    go: publicRouter.go,
  }
  if (!open) return null
  return (
    <EngineContext value={engine}>
      <title>{titleOf(screen.id, state, text)}</title>
      <main className={styles.gate} data-wide={wide ? '' : undefined}>
        {wide && (
          <a className={styles.mark} href="/">
            <Mark name={text.t('shell.product')} />
          </a>
        )}
        {isSignIn(screen) ? (
          <>
            <FormKind screen={signIn} params={params} />
            <Arrival at={screen.id} />
          </>
        ) : (
          <Other screen={screen} params={params} />
        )}
        <Foot />
      </main>
      <ToastRegion hide={msLimit('toastDelay')} undo={msLimit('undoDelay')} />
    </EngineContext>
  )
}

function Other({ screen: { id }, params }: Place) {
  const Entrance = usePart(entrance)
  const screen = useScreen(id)
  return (
    Entrance &&
    screen && (
      <>
        <Entrance screen={screen} params={params} />
        <Arrival at={id} />
      </>
    )
  )
}

let arrivedAt: string | undefined

/** On the next screen the title takes the focus and the page begins at its top; the first page is left as the browser has it. */
function Arrival({ at }: { at: string }) {
  useEffect(() => {
    if (arrivedAt !== undefined && arrivedAt !== at) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    arrivedAt = at
  }, [at])
  return null
}
