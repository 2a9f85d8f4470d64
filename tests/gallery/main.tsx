import { noSource } from '#engine/no-source.ts'
import '#ui/base.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import icons from '#catalogue/icons.json'
import { EngineContext, PortsContext } from '#engine/engine.ts'
import { Screen as DevicePage } from '#engine/screens/device/Screen.tsx'
import { Screen as Tiles } from '#engine/screens/tiles/Screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { addIcons } from '#ui/Icon.tsx'
import { devicePage, exampleEngine, quickControls } from '../support/example-screens.ts'
import { exampleHome } from '../support/fake-devices.ts'
import { FakeHome } from '../support/fake-home.ts'
import { widgets } from '../support/whole-widgets.ts'
import { Widgets } from './Widgets.tsx'

const asked = new URLSearchParams(location.search)

function home(): FakeHome {
  const kind = asked.get('home')
  if (kind === 'loading') return new FakeHome([], false, 41)
  if (kind === 'empty') return new FakeHome([])
  const fake = new FakeHome(exampleHome())
  if (kind === 'quiet') return fake
  const lamp = { device: 'lamp', service: 'LightService', property: 'brightness' }
  fake.pose(lamp, { phase: 'confirmed', wanted: 157 })
  fake.pose(
    { device: 'blinds', service: 'RollerShutterService', property: 'position' },
    { phase: 'accepted', wanted: 40 },
  )
  fake.pose(
    { device: 'washer', service: 'SwitchService', property: 'state' },
    { phase: 'sending', wanted: 'OFF' },
  )
  const office = { device: 'office', service: 'ThermostatService', property: 'occupied_heating_setpoint' }
  fake.pose(office, { phase: 'diverged', wanted: 21, retry: () => {} })
  const heater = { device: 'heater', service: 'SwitchService', property: 'state' }
  fake.pose(heater, { phase: 'failed', wanted: 'ON', reason: 'Keine Antwort nach 15 s.', retry: () => {} })
  if (kind === 'stale') fake.setLink('stale', Date.now() - 180_000)
  if (kind === 'failed') fake.setLink('failed')
  return fake
}

function Frame({ children }: { children: ReactNode }) {
  return <main style={{ padding: 'var(--space-6) max(16px, 2.5vw)', maxWidth: '1040px' }}>{children}</main>
}

function Gallery() {
  const fake = home()
  const ports = { widgets, link: fake.link, home: fake.home, source: noSource }
  const page = asked.get('page') ?? 'tiles'
  const start =
    page === 'device' ? `/devices/device/${asked.get('id') ?? 'blinds'}${location.hash.slice(1)}` : '/'
  return (
    <EngineContext value={exampleEngine}>
      <PortsContext value={ports}>
        <MemoryRouter initialEntries={[page === 'tiles' ? `/?n=${asked.get('n') ?? '40'}` : start]}>
          <Frame>
            {page === 'widgets' ? (
              <Widgets only={asked.get('only')} />
            ) : (
              <Routes>
                <Route path="/" element={<Tiles screen={quickControls} params={{}} />} />
                <Route
                  path="/devices/device/:id"
                  element={<DevicePage screen={devicePage} params={{ id: asked.get('id') ?? 'blinds' }} />}
                />
              </Routes>
            )}
          </Frame>
        </MemoryRouter>
      </PortsContext>
    </EngineContext>
  )
}

document.documentElement.dataset.theme = asked.get('theme') ?? 'light'
await changeLanguage(asked.get('language') === 'ch_EN' ? 'ch_EN' : 'ch_DE')
await loadAreas([
  'shell',
  'screens',
  'device',
  'widgets',
  'controls',
  'infrared',
  'properties',
  'values',
  'units',
])
addIcons(icons)
const root = document.getElementById('gallery')
if (root) createRoot(root).render(<Gallery />)
