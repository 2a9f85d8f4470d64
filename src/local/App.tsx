import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { type Engine, EngineContext, type ScreenProps, SourceContext } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { ToastRegion } from '#ui/toasts/ToastRegion.tsx'
import { actions } from './actions.ts'
import { go, useAddress } from './address.ts'
import { definitions, numberLimit, routeOf, screenAt } from './definitions.ts'
import { kindOf } from './kinds.ts'
import { Shell } from './Shell.tsx'
import { useSession } from './session.ts'
import { source } from './source.ts'

const situation: Engine['situation'] = {
  role: undefined,
  session: {},
  gateway: undefined,
  flags: new Set(),
  modules: new Set(),
  version: () => undefined,
}

/** One screen; a fault in it, or code of it that did not come, leaves menu and header alone. */
function Drawn({ screen, params }: ScreenProps) {
  const { t } = useText()
  const Kind = kindOf(screen)
  return (
    <Boundary
      of={screen.id}
      fallback={() => (
        <ErrorState title={t('shell.failure.title')} onRetry={() => location.reload()}>
          <p>{t('shell.failure.text')}</p>
        </ErrorState>
      )}
    >
      <Suspense>
        <Kind screen={screen} params={params} />
      </Suspense>
    </Boundary>
  )
}

/** Where the address leads for who is signed in, or is not. */
function useScreen(inside: boolean): { screen: Screen | undefined; params: Record<string, string> } {
  const address = useAddress()
  const { pathname, searchParams } = new URL(address, location.href)
  const asked = screenAt(pathname)
  const away = inside
    ? pathname === '/' || asked?.access?.public === true
      ? routeOf('gateway-info')
      : undefined
    : asked?.access?.public
      ? undefined
      : routeOf('login')
  useLayoutEffect(() => {
    if (away !== undefined) go(away, { replace: true })
  }, [away])
  const screen = away === undefined ? asked : screenAt(away)
  const named: readonly string[] = (screen && 'address' in screen && screen.address?.query) || []
  const given = [...searchParams].filter(([name]) => named.includes(name))
  return { screen, params: Object.fromEntries(given) }
}

/** After a change of screen its title takes the focus; the first page is left as the browser has it. */
function useArrival(of: string | undefined): void {
  const before = useRef(of)
  useEffect(() => {
    if (before.current !== of) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    before.current = of
  }, [of])
}

/** The setup page of a gateway: its own login, and a few screens behind it. */
export function App() {
  const { say, t } = useText()
  const { sessionId, signOutReason } = useSession()
  const { screen, params } = useScreen(sessionId !== undefined)
  useArrival(screen?.id)
  const notice = signOutReason === undefined ? undefined : { text: say(`codes.${signOutReason}`) }
  const engine: Engine = { definitions, actions, blocks: {}, situation, go, ...(notice && { notice }) }
  const title = screen ? say(`screens.${screen.id}.title`) : t('local.setup.notFound.title')
  return (
    <EngineContext value={engine}>
      <SourceContext value={source}>
        <title>{`${title} – ${t('shell.product')}`}</title>
        <Shell key={sessionId} inside={sessionId !== undefined} current={screen?.id}>
          {screen ? <Drawn key={screen.id} screen={screen} params={params} /> : <NotFound />}
        </Shell>
        <ToastRegion hide={numberLimit('localToastDelay')} undo={numberLimit('undoDelay')} />
      </SourceContext>
    </EngineContext>
  )
}

function NotFound() {
  const { t } = useText()
  return (
    <>
      <PageHeader title={t('local.setup.notFound.title')} context={t('local.setup.notFound.text')} />
      <Button look="main" onClick={() => go(routeOf('gateway-info'))}>
        {t('local.setup.notFound.home')}
      </Button>
    </>
  )
}
