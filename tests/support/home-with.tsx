import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import icons from '#catalogue/icons.json'
import type { Situation } from '#engine/conditions/situation.ts'
import { type Engine, EngineContext, PortsContext } from '#engine/engine.ts'
import { noSource } from '#engine/no-source.ts'
import type { DeviceHead, PropertyAddress } from '#engine/ports.ts'
import { type Fault, ReportContext } from '#engine/property/state/faults.ts'
import { Screen as DevicePage } from '#engine/screens/device/Screen.tsx'
import { Screen as Tiles } from '#engine/screens/tiles/Screen.tsx'
import type { Delivery, RawValue, WidgetRegistry } from '#engine/widget.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { addIcons } from '#ui/Icon.tsx'
import { devicePage, exampleEngine, quickControls } from './example-screens.ts'
import { type FakeDevice, FakeHome } from './fake-home.ts'
import { widgets } from './whole-widgets.ts'

/** Texts and icons, once a file: `beforeAll(prepareTexts)`. */
export async function prepareTexts(): Promise<void> {
  addIcons(icons)
  await changeLanguage('ch_EN')
  await loadAreas([
    'shell',
    'engine',
    'device',
    'widgets',
    'panels',
    'controls',
    'infrared',
    'properties',
    'values',
    'units',
    'models',
    'help',
    'screens',
  ])
}

interface Options {
  /** Address to begin at; `/` are the tiles, `/devices/device/:id` a device page. */
  at?: string
  widgets?: WidgetRegistry
  complete?: boolean
  /** How many devices there are, and how they stand in rooms, where not all of them are known. */
  total?: number
  rooms?: FakeHome['rooms']
  /** By whose clocks the home lives; absent: its gateway has not told. */
  zone?: string
  /** What the screen may name. */
  blocks?: Engine['blocks']
  /** What is different for whoever looks. */
  situation?: Partial<Situation>
  /** Draws something else than the screens. */
  draw?: (home: FakeHome) => ReactNode
}

/** A home on screen whose time, devices and answers belong to the test. */
export class HomeDriver {
  readonly fake: FakeHome
  readonly faults: Fault[] = []
  readonly #first: string

  constructor(
    devices: readonly FakeDevice[],
    {
      at = '/',
      widgets: registry = widgets,
      complete,
      total,
      rooms = [],
      zone,
      blocks = {},
      situation,
      draw,
    }: Options,
  ) {
    vi.useFakeTimers()
    this.fake = new FakeHome(devices, complete, total)
    this.fake.rooms = rooms
    this.fake.zone = zone
    this.#first = devices[0]?.head.id ?? ''
    const ports = { widgets: registry, link: this.fake.link, home: this.fake.home, source: noSource }
    render(
      <EngineContext
        value={{ ...exampleEngine, blocks, situation: { ...exampleEngine.situation, ...situation } }}
      >
        <PortsContext value={ports}>
          <ReportContext value={(fault) => this.faults.push(fault)}>
            <MemoryRouter initialEntries={[at]}>
              {draw ? (
                draw(this.fake)
              ) : (
                <Routes>
                  <Route path="/" element={<Tiles screen={quickControls} params={{}} />} />
                  <Route
                    path="/devices/device/:id"
                    element={<DevicePage screen={devicePage} params={{ id: at.split(/[/?]/)[3] ?? '' }} />}
                  />
                </Routes>
              )}
            </MemoryRouter>
          </ReportContext>
        </PortsContext>
      </EngineContext>,
      { onCaughtError: () => {} },
    )
    onTestFinished(() => {
      cleanup()
      vi.useRealTimers()
    })
  }

  address(path: string): PropertyAddress {
    const [service = '', property = '', device = this.#first] = path.split('/')
    return { device, service, property }
  }

  reports(path: string, value: RawValue): this {
    act(() => this.fake.report(this.address(path), value))
    return this
  }

  /** How the gateway and the device answer the last order for a property. */
  answers(path: string, phase: Exclude<Delivery['phase'], 'reported'>, reason = ''): this {
    const address = this.address(path)
    const { value, delivery } = this.fake.link.get(address)
    act(() => {
      if (phase === 'failed') return this.fake.refuse(address, reason)
      if (phase !== 'sending') this.fake.accept(address)
      if (phase === 'confirmed' && delivery.phase !== 'reported') this.fake.report(address, delivery.wanted)
      if (phase === 'diverged') this.fake.diverge(address, value ?? null)
    })
    return this
  }

  becomes(change: Partial<DeviceHead>, id = this.#first): this {
    act(() => this.fake.setHead(id, change))
    return this
  }

  removes(id = this.#first): this {
    act(() => this.fake.remove(id))
    return this
  }

  link(state: Parameters<FakeHome['setLink']>[0], since?: number): this {
    act(() => this.fake.setLink(state, since))
    return this
  }

  press(name: string | RegExp, role = 'button'): this {
    fireEvent.click(screen.getByRole(role, { name }))
    return this
  }

  key(key: string, role: string, name?: string | RegExp): this {
    fireEvent.keyDown(screen.getByRole(role, { name }), { key })
    return this
  }

  type(text: string, role: string, name?: string | RegExp): this {
    const field = screen.getByRole(role, { name })
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
    return this
  }

  wait(ms: number): this {
    act(() => vi.advanceTimersByTime(ms))
    return this
  }

  shows(text: string | RegExp): this {
    // The page's text is compared with its no-break spaces made plain.
    const sought = typeof text === 'string' ? text.replaceAll('\u00a0', ' ') : text
    expect(screen.getAllByText(sought).length).toBeGreaterThan(0)
    return this
  }

  hides(text: string | RegExp): this {
    expect(screen.queryAllByText(text)).toEqual([])
    return this
  }

  has(role: string, name?: string | RegExp): HTMLElement {
    return screen.getByRole(role, { name })
  }

  tile(name: string) {
    return within(screen.getByRole('article', { name }))
  }

  sentNothing(): this {
    expect(this.fake.sent).toEqual([])
    return this
  }

  sentOnly(path: string, value: RawValue): this {
    expect(this.fake.sent).toEqual([{ address: this.address(path), value }])
    return this
  }
}

/** Draws a home with these devices; the first one is meant where none is named. */
export const homeWith = (devices: FakeDevice | readonly FakeDevice[], options: Options = {}): HomeDriver =>
  new HomeDriver(Array.isArray(devices) ? devices : [devices as FakeDevice], options)
