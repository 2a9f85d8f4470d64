import { act, cleanup, render } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import icons from '#catalogue/icons.json' with { type: 'json' }
import { loadAreas } from '#i18n/i18n.ts'
import { rowsCache } from '#lib/rows/cache.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { addIcons } from '#ui/Icon.tsx'
import { ToastRegion } from '#ui/toasts/ToastRegion.tsx'
import type { CodeActions } from '../actions/code-action.ts'
import type { Situation } from '../conditions/situation.ts'
import { type Definitions, type Engine, EngineContext, PortsContext, type ScreenProps } from '../engine.ts'
import { noSource } from '../no-source.ts'
import type { DeviceHead, EnginePorts, Home, PropertyState } from '../ports.ts'
import { LiveList } from '../screens/list/live/late.ts'
import { callsBy } from './calls-by.ts'

const AREAS = [
  'engine',
  'shell',
  'screens',
  'fields',
  'actions',
  'toasts',
  'notices',
  'codes',
  'status',
  'device',
]

export const situationOf = (part: Partial<Situation> = {}): Situation => ({
  role: 'users',
  session: { id: 'u1' },
  gateway: undefined,
  flags: new Set(),
  modules: new Set(),
  version: () => undefined,
  ...part,
})

/** A home whose devices, values and connection the test decides. */
export function homeOf(
  heads: readonly DeviceHead[] = [],
  values: Readonly<Record<string, PropertyState>> = {},
  /** By whose clocks it lives; absent: its gateway has not told. */
  zone?: string,
) {
  const listeners = new Set<() => void>()
  let order: readonly string[] = []
  const none: never[] = []
  let devices: ReturnType<Home['devices']> = { heads, total: heads.length, complete: true }
  let link: ReturnType<Home['link']> = { state: 'live', since: 0, retry: () => {} }
  const quiet: PropertyState = { value: undefined, at: undefined, delivery: { phase: 'reported' } }
  const wake = (): void => {
    for (const listener of [...listeners]) listener()
  }
  return {
    home: {
      devices: () => devices,
      device: (id: string) => devices.heads.find((head) => head.id === id),
      rooms: () => none,
      floors: () => none,
      zone: () => zone,
      order: () => order,
      arrange: (next: readonly string[]) => {
        order = next
        wake()
      },
      link: () => link,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    } satisfies Home,
    link: {
      get: ({ device, service, property }: { device: string; service: string; property: string }) =>
        values[`${device}/${service}/${property}`] ?? quiet,
      subscribe: () => () => {},
      send: () => {},
      dismiss: () => {},
    },
    change(next: Partial<ReturnType<Home['devices']>>, nextLink?: Partial<ReturnType<Home['link']>>): void {
      devices = { ...devices, ...next }
      link = { ...link, ...nextLink }
      wake()
    },
  }
}

export { noSource }

interface Options<S extends Screen> {
  Screen: ComponentType<ScreenProps<S>>
  screen: S
  definitions: Definitions
  path?: string
  params?: Readonly<Record<string, string>>
  situation?: Partial<Situation>
  ports?: Partial<EnginePorts>
  actions?: CodeActions
  engine?: Partial<Engine>
}

const isLive = (resource: Resource | undefined): boolean => resource !== undefined && 'live' in resource.from

/** Forms and lists of devices are chunks of their own; they are here before the clock of a test stands still. */
async function loadParts(screen: Screen, { form, richForm, resource }: Definitions): Promise<void> {
  if (screen.kind === 'list' && isLive(resource(screen.resource))) await LiveList.load()
  if (screen.kind === 'form' && screen.access?.public) await form(screen.form)
  else if (screen.kind === 'form' || screen.kind === 'sections') await import('../forms/rich/RichForm.tsx')
  if (screen.kind === 'wizard') {
    await import('../forms/rich/RichForm.tsx')
    for (const step of screen.steps) if ('form' in step) await richForm?.(step.form)
  }
  if (screen.kind === 'sections')
    for (const block of screen.sections) if (block.block === 'form') await richForm?.(block.form)
}

/** Draws one screen as the app does, with ports of the test's own making. */
export async function renderScreen<S extends Screen>({
  Screen: Drawn,
  screen,
  definitions,
  path,
  params = {},
  ...options
}: Options<S>) {
  addIcons(icons)
  // As if the page had just been loaded.
  rowsCache.client = undefined
  await loadAreas(AREAS)
  const given = options.ports?.source ?? noSource
  // Calls from code are answered with those of definitions, unless the test has answers of their own.
  const source = given.call === noSource.call ? { ...given, ...callsBy(given) } : given
  const ports: EnginePorts = { widgets: new Map(), ...homeOf(), ...options.ports, source }
  const element = (
    <Suspense>
      <Drawn screen={screen} params={params} />
    </Suspense>
  )
  let router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path ?? screen.route] })
  const engineOf = (situation: Partial<Situation> = {}): Engine => ({
    definitions,
    actions: options.actions ?? {},
    blocks: {},
    situation: situationOf({ ...options.situation, ...situation }),
    go: (to, how) => void (typeof to === 'number' ? router.navigate(to) : router.navigate(to, how)),
    ...options.engine,
  })
  const app = (situation?: Partial<Situation>) => (
    <EngineContext value={engineOf(situation)}>
      <PortsContext value={ports}>
        <RouterProvider router={router} />
        <ToastRegion hide={5000} undo={8000} />
      </PortsContext>
    </EngineContext>
  )
  await loadParts(screen, definitions)
  const view = await act(async () => render(app()))
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    become: (situation: Partial<Situation>) => view.rerender(app(situation)),
    /** Back of the browser. */
    back: () => act(async () => router.navigate(-1)),
    /** The page is loaded anew: only the address and what the browser's history keeps of it are still there. */
    async reload(): Promise<void> {
      const entry = structuredClone(router.state.location)
      cleanup()
      rowsCache.client = undefined
      router = createMemoryRouter([{ path: '*', element }], { initialEntries: [entry] })
      await act(async () => render(app()))
    },
  }
}
