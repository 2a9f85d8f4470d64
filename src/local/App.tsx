import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { type Engine, EngineContext, type ScreenProps, SourceContext } from '#engine/engine.ts'
import { Screen as FormScreen } from '#engine/screens/form/Screen.tsx'
import { useText } from '#i18n/useText.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { ToastRegion } from '#ui/ToastRegion.tsx'
import { actions } from './actions.ts'
import { go, useAddress } from './address.ts'
import { definitions, msLimit, routeOf, screenAt } from './definitions.ts'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'
import { useSession } from './session.ts'
import { source } from './source.ts'

/** The login does with forms alone; everything else comes when it is opened. */
const blocks: Engine['blocks'] = {
  wifiNetworks: lazy(async () => ({ default: (await import('./WifiNetworks.tsx')).WifiNetworks })),
  timezones: lazy(async () => ({ default: (await import('./Timezones.tsx')).Timezones })),
}

const situation: Engine['situation'] = {
  role: undefined,
  session: {},
  gateway: undefined,
  flags: new Set(),
  modules: new Set(),
  version: () => undefined,
}

const kinds: Readonly<Record<string, ComponentType<ScreenProps<never>>>> = {
  form: FormScreen,
  sections: lazy(async () => ({ default: (await import('#engine/screens/sections/Screen.tsx')).Screen })),
  status: lazy(async () => ({ default: (await import('#engine/screens/status/Screen.tsx')).Screen })),
}

function Drawn({ screen, params }: ScreenProps) {
  const Kind =
    screen.kind === 'custom' ? blocks[screen.component] : (kinds[screen.kind] as ComponentType<ScreenProps>)
  if (!Kind) throw new Error(`Nothing here draws the screen ${screen.id}`)
  return <Kind screen={screen} params={params} />
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
  return { screen: away === undefined ? asked : screenAt(away), params: Object.fromEntries(searchParams) }
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
  const { sessionId, farewell } = useSession()
  const { screen, params } = useScreen(sessionId !== undefined)
  useArrival(screen?.id)
  const notice = farewell === undefined ? undefined : { text: say(`codes.${farewell}`) }
  const engine: Engine = { definitions, actions, blocks, situation, go, ...(notice && { notice }) }
  const title = screen ? say(`screens.${screen.id}.title`) : t('local.setup.notFound.title')
  return (
    <EngineContext value={engine}>
      <SourceContext value={source}>
        <title>{`${title} – ${t('shell.product')}`}</title>
        <Shell key={sessionId} inside={sessionId !== undefined} current={screen?.id}>
          <Suspense>
            {screen ? <Drawn key={screen.id} screen={screen} params={params} /> : <NotFound />}
          </Suspense>
        </Shell>
        <ToastRegion hide={msLimit('localToastDelay')} undo={msLimit('undoDelay')} />
      </SourceContext>
    </EngineContext>
  )
}
