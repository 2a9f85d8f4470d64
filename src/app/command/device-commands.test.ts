import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeviceHead } from '#engine/ports.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { words } from '#i18n/words.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  coverState,
  device,
  dimmer,
  layoutOf,
  placed,
  plug,
  shutter,
  thermostat,
} from '../../../tests/support/fake-devices.ts'
import { FakeHome } from '../../../tests/support/fake-home.ts'
import { widgets } from '../../../tests/support/whole-widgets.ts'
import { deviceCommands } from './device-commands.ts'
import { find } from './find.ts'

beforeAll(() => loadAreas(['shell', 'device', 'values', 'widgets', 'properties']))
beforeEach(async () => {
  await changeLanguage('ch_DE')
  toasts.clear()
})

const lock = layoutOf({
  type: 'Lock',
  header: placed('iconType', 'DoorLockService', 'state', toldAs('LOCK', 'UNLOCK')),
  control: placed('doorLock', 'DoorLockService', 'state', toldAs('LOCK', 'UNLOCK')),
})
const valve = layoutOf({
  type: 'Valve',
  header: placed('iconType', 'ValveService', 'state', toldAs('OPEN', 'CLOSE')),
})

/** A drive for cars is told what shutters are told, but lets people in. */
const garage = layoutOf({
  type: 'Shutter',
  control: placed('rollerShutter', 'RollerShutterService', 'state', coverState, {
    options: { guarded: true },
  }),
})

function toldAs(on: string, off: string): Value {
  return { kind: 'bool', access: ['read', 'write'], on, off }
}

function commands(
  search: string,
  lamp: Partial<DeviceHead> = {},
  more: { staleSince?: number; forbidden?: boolean; shut?: object } = {},
) {
  const home = new FakeHome([
    device('lamp', 'Stehlampe', dimmer, {}, { type: 'Light', room: { id: 'r', name: 'Stube' }, ...lamp }),
    device('plug', 'Kaffee', plug),
    device('heat', 'Radiator', thermostat),
    device('blind', 'Storen Küche', shutter),
    device('door', 'Haustür', lock),
    device('water', 'Haupthahn', valve),
    device('garage', 'Garagentor', garage),
  ])
  const { heads } = home.home.devices()
  const all = deviceCommands(search, heads, {
    ...{
      link: home.link,
      widgets,
      text,
      words,
      homeZone: 'Europe/Zurich',
      staleSince: undefined,
      forbidden: undefined,
    },
    ...more,
  })
  return { home, all }
}

describe('a device in the palette', () => {
  test.each([
    ['licht aus', false],
    ['light off', false],
    ['Stehlampe ausschalten', false],
    ['stube licht an', true],
    ['lampe einschalten', true],
  ])('is switched by “%s”', (search, on) => {
    const { home, all } = commands(search)
    const [first, ...others] = find(all, search, 9)
    expect(others).toEqual([])
    first?.run()
    const { value } = home.sent[0] ?? {}
    expect(home.sent).toMatchObject([{ address: { device: 'lamp' } }])
    expect([true, 'ON'].includes(value as string)).toBe(on)
    expect(toasts.current()?.text).toBe(`Gesendet: ${first?.text}`)
  })

  test.each([
    ['storen auf', 'blind', 'OPEN'],
    ['shutter down', 'blind', 'CLOSE'],
    ['Storen Küche schliessen', 'blind', 'CLOSE'],
    ['rollladen stopp', 'blind', 'STOP'],
    ['blind stop', 'blind', 'STOP'],
    ['ventil öffnen', 'water', 'OPEN'],
    ['valve off', 'water', 'CLOSE'],
  ])('is told its own order by “%s”', (search, id, value) => {
    const { home, all } = commands(search)
    const [first, ...others] = find(all, search, 9)
    expect(others).toEqual([])
    first?.run()
    expect(home.sent).toMatchObject([{ address: { device: id }, value }])
  })

  test.each(['garagentor zu', 'garagentor öffnen', 'storen garagentor auf', 'garage open'])(
    'does not move a garage door by “%s”: what lets people in is moved by its own control only',
    (search) => expect(commands(search).all.filter(({ id }) => id.startsWith('set garage'))).toEqual([]),
  )

  test.each(['haustür aus', 'haustür entriegelt', 'haustür off', 'haustür ein'])(
    'is not reached by “%s” past what has to be held: a door unlocks by its own control only',
    (search) => expect(commands(search).all).toEqual([]),
  )

  test.each(['stehlampe', 'aus', 'ausschalten', 'auss', 'radiator aus', 'kaffee licht aus'])(
    'is not switched by “%s”: it names no side, no device, or none that can be switched',
    (search) => expect(commands(search).all).toEqual([]),
  )

  test('is switched to the side that is named, however it is called itself', () => {
    const { all } = commands('ausleuchtung aus', { name: 'Ausleuchtung ein' })
    expect(all.map(({ id }) => id)).toEqual(['set lamp 1'])
  })

  test.each([
    ['it is offline', { status: 5 }, {}],
    ['the role forbids it', {}, { forbidden: true }],
    ['the home is not shared at this hour', {}, { forbidden: true, shut: {} }],
    ['the link is cut', {}, { staleSince: 1 }],
  ] as const)('stays in its place with the reason where %s', (_why, lamp, more) => {
    const [first] = commands('lampe aus', lamp, more).all
    expect(first?.why).toBeTruthy()
  })
})
