import { definitions as catalogue } from '#data/catalogue.ts'
import type { Definitions, Engine } from '#engine/engine.ts'
import type { DeviceScreen, Screen, TilesScreen } from '#schemas/generated/definitions/screen.ts'

export const quickControls: TilesScreen = {
  id: 'quick_controls',
  route: '/devices/quick_controls',
  kind: 'tiles',
  resource: 'device',
  first: 'quickControlsFirst',
  chips: 'room',
  attention: true,
  open: 'device',
}

export const devicePage: DeviceScreen = {
  id: 'device',
  route: '/devices/device/:id',
  kind: 'device',
  resource: 'device',
  parent: 'quick_controls',
  beside: ['beside'],
  ofReading: 'ofReading',
  ofValue: 'ofValue',
}

const screens: Readonly<Record<string, Screen>> = { quick_controls: quickControls, device: devicePage }

const definitions: Definitions = {
  screen: (id) => screens[id],
  resource: () => undefined,
  form: () => Promise.reject(new Error('No forms here')),
  richForm: () => Promise.reject(new Error('No forms here')),
  limit: catalogue.limit,
}

/** The engine around tiles and device pages, with nothing behind it. */
export const exampleEngine: Engine = {
  definitions,
  actions: {},
  blocks: {},
  situation: {
    role: 'users',
    subrole: undefined,
    session: { id: 'u1' },
    gateway: undefined,
    flags: new Set(),
    modules: new Set(),
    version: () => undefined,
  },
}
