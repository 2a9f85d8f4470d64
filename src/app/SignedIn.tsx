import icons from 'virtual:icons/house'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useRoutes } from 'react-router'
import { definitions } from '#data/house.ts'
import { ownDefinitions } from '#data/own-definitions.ts'
import type { CodeActions } from '#engine/actions/code-action.ts'
import { type Engine, EngineContext, PortsContext } from '#engine/engine.ts'
import { ReportContext } from '#engine/property/state/faults.ts'
import { isLazy } from '#engine/widget.ts'
import { subroleOf } from '#gateway/lib/gateways/permissions.ts'
import { loadAllTexts, loadAreas, loadEngine } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import { forgetRows } from '#lib/rows/cache.ts'
import { useSession } from '#session/session.ts'
import { startSession } from '#session/start.ts'
import { wantedFork } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { addIcons, drawFrom } from '#ui/Icon.tsx'
import { ToastRegion } from '#ui/toasts/ToastRegion.tsx'
import { useAsked } from './activity/use-following.ts'
import { msLimit, routeOf, screenAt, toastDelayAt, versionLimit } from './definitions.ts'
import { GuardedRouter } from './guard/GuardedRouter.tsx'
import { comeDashboard, readFirstDashboard } from './home/first-dashboard.ts'
import { afterFirstPage, liveHome, onEvent, subscribeHome, whenIdle } from './home/live.ts'
import { onLive } from './home/on-live.ts'
import { useGatewayLife } from './home/use-gateway-life.ts'
import { preloadKind } from './kinds.tsx'
import { withTexts } from './part.ts'
import { portsOf } from './ports.ts'
import { alerts, blame, report } from './report.ts'
import { blocksNow, houseRest } from './rest/house-rest.ts'
import { merged } from './rest/merged.ts'
import { followLinks } from './screens/links.ts'
import { openScreen } from './screens/open-screen.ts'
import { routesAt } from './screens/routes.tsx'
import { Start } from './screens/Start.tsx'
import { startScreen } from './screens/start-screen.ts'
import { forbiddenOf, subroleRules } from './situation/forbidden.ts'
import { situationOf } from './situation/situation.ts'
import { useReach } from './situation/use-reach.ts'
import { source } from './source.ts'

const actionFiles = import.meta.glob<CodeActions>('../screens/*/actions.{ts,tsx}')

/** What screens name in `code`, from every area: none of it is needed before somebody acts. */
async function actions(): Promise<CodeActions> {
  const files = Object.entries(actionFiles).map(async ([file, load]) => [file, await load()] as const)
  return merged(Object.fromEntries(await withTexts(Promise.all(files))))
}

addIcons(icons)
drawFrom(async () => (await import('../../catalogue/icons.json?beside=ir-,room-,status-')).default)

/**
 * The code of the screen at this address; one that does not come is asked for again, and shown as failed, by its page. Who
 * is signed in is mostly known by then: no page is drawn to say that it is not.
 */
export async function preloadFirst(): Promise<void> {
  readFirstDashboard()
  startSession().catch(() => {})
  const first = screenAt(location.pathname)
  if (!first) return
  await openScreen(first.id)
    .then(preloadKind)
    .catch(() => {})
  await preloadDashboard()
}

async function loadWidgets(kinds: readonly string[]): Promise<void> {
  const { widgets } = await import('#widgets/registry.ts')
  for (const kind of kinds) {
    const widget = widgets.get(kind)
    if (widget && isLazy(widget)) widget.load().catch(() => {})
  }
}

/**
 * What draws the cards of a dashboard, where its answer is here already: they are drawn together, and at once. What their
 * devices are worked by comes beside that.
 */
async function preloadDashboard(): Promise<void> {
  const { components = [], widgets: kinds = [] } = comeDashboard()?.drawnBy ?? {}
  // What does not come is asked for again where it is drawn.
  if (kinds.length > 0) loadWidgets(kinds).catch(() => {})
  await Promise.allSettled(components.map((name) => blocksNow()[name]?.load?.()))
}

/** Nobody takes a link elsewhere before the first page stands. */
function nameHomeInLinksLater(): () => void {
  let end = (): void => {}
  let over = false
  const load = async (): Promise<void> => {
    const { nameHomeInLinks } = await import('./home/home-in-links.ts')
    if (!over) end = nameHomeInLinks()
  }
  const leave = afterFirstPage(() => void load().catch(() => {}), msLimit('textsDelay'))
  return () => {
    over = true
    leave()
    end()
  }
}

/** The house: router, rows, devices, and who is in it. */
export function SignedIn() {
  const state = useSession()
  const [failure, setFailure] = useState<unknown>()

  const [tries, setTries] = useState(0)
  const fail = useEffectEvent((error: unknown) => {
    report.report(error)
    setFailure(error)
  })
  useEffect(() => {
    if (tries >= 0) startSession().catch(fail)
  }, [tries])
  const restricted = subroleOf(state.user?.groups) !== undefined
  const rules = useSyncExternalStore(subroleRules.subscribe, subroleRules.current)
  useEffect(() => {
    if (restricted && tries >= 0) subroleRules.load().catch(fail)
  }, [restricted, tries])
  useEffect(() => forgetRows, [])
  const retry = (): void => {
    setFailure(undefined)
    setTries(tries + 1)
  }

  if (!state.user || !state.settings || (restricted && !rules))
    return <Start failure={failure} onRetry={retry} />
  return (
    <GuardedRouter>
      <House />
    </GuardedRouter>
  )
}

/** A screen that does not do without has asked already. */
const fetchRest = (): (() => void) =>
  afterFirstPage(() => {
    void houseRest.load().catch(report.quiet)
    // Why an order was refused is told as soon as somebody may give one.
    void loadAreas(['orders']).catch(report.quiet)
  }, msLimit('textsDelay'))

/**
 * Words of dialogs, panels and other screens, once the first tiles stand; whoever cannot wait asks for them (part.ts). Then
 * what the installed app needs.
 */
function fetchTextsLater(open: (path: string) => void, begins: () => string | undefined): () => void {
  let end = (): void => {}
  let over = false
  const load = async (): Promise<void> => {
    await Promise.all([loadAllTexts(), loadEngine(), import('./telling.ts')])
    const { prepareNextVisit } = await import('./installed/follow.ts')
    if (!over) end = prepareNextVisit(open, begins)
  }
  // A page that draws much is not done by then.
  const begin = (): unknown => whenIdle(() => void load().catch(() => {}))
  const timer = setTimeout(begin, msLimit('textsDelay'))
  return () => {
    over = true
    clearTimeout(timer)
    end()
  }
}

/** Files of the deployment were changed, or may have been before the channel was open: what they say is drawn. */
function followDefinitions(): () => void {
  // Not in one breath with the import: whatever failed then would count as a part that is missing.
  const ask = async (): Promise<void> => {
    const part = await import('./own-definitions.ts')
    await part.loadOwnDefinitions()
  }
  const load = (): void => void ask().catch(report.quiet)
  const endEvents = onEvent((event) => {
    if (event === 'definitions_changed') load()
  })
  const endOpenings = onLive(load)
  return () => {
    endEvents()
    endOpenings()
  }
}

/** Somebody wants to try something on a copy of a gateway. */
function followForks(open: (path: string) => void): () => void {
  const enter = async (): Promise<void> => {
    const fork = wantedFork.current()
    if (!fork) return
    wantedFork.set(undefined)
    const { enterTwin } = await withTexts(import('./twin/open-twin.ts'))
    await enterTwin(fork)
    open('/')
  }
  return wantedFork.subscribe(() => void enter().catch(report.report))
}

function House() {
  const state = useSession()
  const navigate = useNavigate()
  const drawn = useSyncExternalStore(ownDefinitions.subscribe, ownDefinitions.current)
  const { pathname } = useLocation()
  const place = screenAt(pathname)
  const routes = useMemo(() => drawn && routesAt(pathname, place), [drawn, pathname, place])
  const page = useRoutes(routes)
  const reach = useReach(state)
  const situation = useMemo(() => situationOf(state, versionLimit, forbiddenOf, reach), [state, reach])
  const live = useSyncExternalStore(subscribeHome, liveHome)
  const ports = useMemo(() => live && portsOf(live, source), [live])
  const go = (to: string | number, options?: { replace?: boolean }): void =>
    void (typeof to === 'number' ? navigate(to) : navigate(to, options))
  const follow = useEffectEvent((to: string) => go(to))
  useEffect(() => followLinks(follow), [])
  useEffect(() => nameHomeInLinksLater(), [])
  const begins = useEffectEvent(() => {
    const first = startScreen(situation)
    return first && routeOf(first)
  })
  useEffect(() => fetchTextsLater(follow, begins), [])
  useEffect(() => followDefinitions(), [])
  useGatewayLife(follow)
  useAsked(situation)
  const all = useSyncExternalStore(houseRest.subscribe, blocksNow)
  const blocks = useMemo(() => state.twin?.blocks(all) ?? all, [state.twin, all])
  useEffect(() => followForks(follow), [])
  useEffect(() => fetchRest(), [])
  const engine: Engine = { definitions, actions, blocks, situation, go, onEvent }
  return (
    <>
      <EngineContext value={engine}>
        <PortsContext value={ports}>
          <ReportContext value={blame}>{page}</ReportContext>
          <Alert />
        </PortsContext>
      </EngineContext>
      <ToastRegion hide={toastDelayAt(pathname)} undo={msLimit('undoDelay')} />
    </>
  )
}

/** A sentence that has to be acknowledged (spec 1 §8: 000610). */
function Alert() {
  const sentence = useSyncExternalStore(alerts.subscribe, alerts.current)
  const { t } = useText()
  const close = (): void => alerts.set(undefined)
  return (
    <Dialog
      open={sentence !== undefined}
      title={sentence ?? ''}
      onClose={close}
      actions={
        <Button look="main" onClick={close}>
          {t('shell.close')}
        </Button>
      }
    />
  )
}
