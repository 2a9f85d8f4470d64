import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { definitions } from '#data/public-catalogue.ts'
import { attempt } from '#data/refusal.ts'
import { heads } from '#data/screens.ts'
import type { CodeActions } from '#engine/actions/code-action.ts'
import { holds } from '#engine/conditions/holds.ts'
import { type Engine, EngineContext, type ScreenProps } from '#engine/engine.ts'
import { Screen as FormKind } from '#engine/screens/form/Screen.tsx'
import { language, loadEngine, loadParts } from '#i18n/i18n.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { partOf } from '#lib/part.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { program, useProgram } from '#session/program.ts'
import { useSession } from '#session/session.ts'
import { Mark } from '#ui/marks/Mark.tsx'
import { LanguageLinks } from '#ui/page/LanguageLinks.tsx'
import { ToastRegion } from '#ui/toasts/ToastRegion.tsx'
import { msLimit, routeOf, versionLimit } from '../definitions.ts'
import { signOutNotice } from '../guard/sign-out-notice.ts'
import { usePart } from '../part.ts'
import { followLinks } from '../screens/links.ts'
import { useScreen } from '../screens/open-screen.ts'
import { titleOf } from '../screens/title.ts'
import { situationOf } from '../situation/situation.ts'
import * as blocks from './blocks.ts'
import styles from './PublicApp.module.css'
import { type Place, publicRouter } from './public-router.ts'
import { signIn } from './sign-in.ts'

/** Texts that anybody may read in the language spoken now. */
const readable = (screen: ScreenHead): boolean =>
  screen.kind === 'document' &&
  screen.access?.public === true &&
  screen.address === undefined &&
  (screen.language ?? language()) === language()

/** The languages, and what there is to read before signing in. */
function Foot() {
  const { say } = useText()
  return (
    <footer className={styles.foot}>
      <LanguageLinks />
      <nav className={styles.texts}>
        {[...heads.values()].filter(readable).map(({ id, route }) => (
          <a key={id} href={route}>
            {say(`screens.${id}.title`)}
          </a>
        ))}
      </nav>
    </footer>
  )
}

const files = import.meta.glob<CodeActions>('../../screens/{account,oauth}/actions.ts')

let coming: Promise<CodeActions> | undefined

/** What public screens name in `code`, with its words; fetched once the first of them stands there. */
function publicActions(): Promise<CodeActions> {
  coming ??= Promise.all([loadParts(['account']), ...Object.values(files).map((load) => load())]).then(
    ([, ...parts]) => {
      const all: CodeActions = Object.assign({}, ...parts)
      return all
    },
  )
  coming.catch(() => {
    // Whoever needs them next asks again.
    coming = undefined
  })
  return coming
}

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

/** For which program somebody signs in. One that is not registered is forgotten, with a word about it. */
function useAsked({ t }: Text): { text: string; good?: boolean } | undefined {
  const asked = useProgram()
  const id = asked?.request.client_id
  const [name, setName] = useState<string>()
  const [unknown, setUnknown] = useState(false)
  useEffect(() => {
    if (id === undefined) return
    const left = new AbortController()
    attempt('getClient', { client_id: id }, { signal: left.signal }).then(
      (answer) => {
        if (answer.ok) return setName(answer.data.name)
        if (answer.status !== 404 && answer.status !== 400) return
        setUnknown(true)
        program.forget()
      },
      (error: unknown) => left.signal.aborted || reportError(error),
    )
    return () => left.abort()
  }, [id])
  if (unknown) return { text: t('session.program.unknown') }
  return asked && name !== undefined
    ? { text: t('session.program.signIn', { program: name }), good: true }
    : undefined
}
