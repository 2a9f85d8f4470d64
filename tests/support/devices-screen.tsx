import { vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ActionResult, DeviceHead, Home, PropertyState, Row, Source } from '#engine/ports.ts'
import { Screen as DevicePage } from '#engine/screens/device/Screen.tsx'
import { Screen as List } from '#engine/screens/list/Screen.tsx'
import { Screen as Tiles } from '#engine/screens/tiles/Screen.tsx'
import { homeOf, noSource, renderScreen, situationOf } from '#engine/testing/render-screen.tsx'
import type { WidgetRegistry } from '#engine/widget.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { DeviceScreen, ListScreen, TilesScreen } from '#schemas/generated/definitions/screen.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import * as actions from '../../src/screens/devices/actions.tsx'

const level: Placed = {
  service: 'DimmerService',
  property: 'level',
  section: 'control',
  grid: [0, 0, 1, 1],
  options: { propertyType: 'valueSetter' },
  value: { kind: 'range', access: ['read', 'write'], min: 0, max: 100 },
}

export const layout: DeviceLayout = {
  model: 'DIM200',
  type: 'Dimmer',
  name: 'Dimmer',
  icon: 'dimmer',
  generated: false,
  tile: { header: level, footer: [] },
  sections: { control: [level], configuration: [{ ...level, section: 'configuration', property: 'ramp' }] },
}

export const headOf = (at: number, more: Partial<DeviceHead> = {}): DeviceHead => ({
  id: `d${at}`,
  name: `Lampe ${at}`,
  model: 'DIM200',
  type: 'Dimmer',
  icon: 'dimmer',
  status: 2,
  networkType: 'zwave',
  room: { id: 'r1', name: 'Küche', floorId: 'f1' },
  layout,
  ...more,
})

export const many = (count: number): DeviceHead[] => Array.from({ length: count }, (_, at) => headOf(at + 1))

const rooms: ReturnType<Home['rooms']> = [
  { id: 'r1', name: 'Küche', floor: 'Erdgeschoss', floorId: 'f1', devices: [] },
  { id: 'r2', name: 'Bad', floor: 'Obergeschoss', floorId: 'f2', devices: [] },
]

interface Options {
  values?: Record<string, PropertyState>
  path?: string
  role?: 'users' | 'admin'
  flags?: readonly string[]
  one?: Source['one']
  widgets?: WidgetRegistry
}

/** Dialogs and parts come late, which is not what tests wait for: `beforeAll(prepareDevices, 60_000)`. */
export async function prepareDevices(): Promise<void> {
  await changeLanguage('ch_EN')
  await Promise.all([
    loadAreas(['handling']),
    import('#ui/dialog/DialogFrame.tsx'),
    import('#ui/menu/MenuPopover.tsx'),
    import('../../src/engine/screens/list/SelectionBar.tsx'),
    import('../../src/engine/screens/tiles/lazy/TileSearch.tsx'),
    import('../../src/engine/screens/tiles/lazy/Arrange.tsx'),
    import('../../src/engine/screens/device/Details.tsx'),
    import('../../src/engine/actions/say-each.ts'),
    import('../../src/engine/actions/ConfirmDialog.tsx'),
  ])
}

/** What was asked of the gateway or the server: the name of the call, and what it was given. */
export interface Asked {
  call: string
  params: Row
}

/** Screens of the devices as the catalogue describes them; calls go to the test, which answers with `answer`. */
export async function openDevices(
  kind: 'tiles' | 'table' | 'page',
  heads: readonly DeviceHead[],
  {
    values,
    path,
    role = 'users',
    flags = ['DEVICE_MANIPULATION', 'DEVICE_EXCLUDE'],
    one,
    widgets,
  }: Options = {},
) {
  const home = homeOf(heads, values)
  const asked: Asked[] = []
  const answer = vi.fn<(asked: Asked) => ActionResult | Promise<ActionResult>>(() => ({
    ok: true,
    data: {},
  }))
  const act: Source['act'] = async (action, bound) => {
    const named = 'command' in action ? action.command : 'operation' in action ? action.operation : ''
    const bindings = {
      ...('params' in action ? action.params : {}),
      ...('body' in action ? action.body : {}),
    }
    const roots: Readonly<Record<string, Row | undefined>> = { row: bound.row, form: bound.form }
    const params = Object.fromEntries(
      Object.entries(bindings).map(([name, binding]) => {
        const [root = '', field = ''] = String(binding).split('.')
        return [name, roots[root]?.[field]]
      }),
    )
    asked.push({ call: named, params })
    return await answer({ call: named, params })
  }
  const ports = {
    ...home,
    ...(widgets && { widgets }),
    home: { ...home.home, rooms: () => rooms },
    source: { ...noSource, act, ...(one && { one }) },
  }
  const common = {
    definitions,
    path,
    ports,
    actions,
    situation: situationOf({ role, flags: new Set(flags) }),
  }
  const drawn =
    kind === 'tiles'
      ? await renderScreen({ ...common, Screen: Tiles, screen: screens.get('quick_controls') as TilesScreen })
      : kind === 'table'
        ? await renderScreen({ ...common, Screen: List, screen: screens.get('devices_table') as ListScreen })
        : await renderScreen({
            ...common,
            Screen: (props) => <DevicePage {...props} params={{ id: heads[0]?.id ?? 'none' }} />,
            screen: screens.get('device') as DeviceScreen,
          })
  return { ...home, ...drawn, asked, answer, kept: () => home.home.order() }
}
