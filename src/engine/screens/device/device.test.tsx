import { act, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Engine } from '#engine/engine.ts'
import { lazy } from '#ui/parts/lazy.ts'
import {
  device,
  dimmer,
  layoutOf,
  motion,
  placed,
  shutter,
  thermostat,
} from '../../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../../tests/support/home-with.tsx'

const at = '/devices/device/lamp'
const values = { 'LightService/state': 'ON', 'LightService/brightness': 127, 'MeterService/power': 7.4 }
const lamp = (head: object = {}) => homeWith(device('lamp', 'Lamp', dimmer, values, head), { at })
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

beforeAll(prepareTexts)

describe('advanced device page', () => {
  // 2.2-010
  test('belongs to the device whose id is in the route', () => {
    lamp()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lamp')
  })

  // 2.9-009
  test.each([
    [360, '50px'],
    [1280, '70px'],
  ])('at %i px its icon is %s wide', (width, size) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: width <= Number(/max-width: (\d+)/.exec(query)?.[1]),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    onTestFinished(() => void vi.unstubAllGlobals())
    lamp()
    expect(document.querySelector<HTMLElement>('[data-tone][style]')?.style.width).toBe(size)
  })

  // 2.2-045
  test('has the sections control, sensory, configuration, more info and external links', () => {
    const one = (section: 'control' | 'sensory' | 'configuration' | 'moreInfo' | 'externalLinks') =>
      placed('serviceWithUnit', 'S', section, { kind: 'text', access: ['read'] }, { section })
    const more = (['externalLinks', 'moreInfo', 'configuration', 'sensory', 'control'] as const).map(one)
    homeWith(device('lamp', 'Lamp', layoutOf({ more })), { at })
    expect(tabs()).toEqual(['Control', 'Sensors', 'Configuration', 'More', 'Links'])
  })

  test('leaves out sections that have nothing', () => {
    lamp()
    expect(tabs()).toEqual(['Control', 'Sensors', 'Configuration'])
  })

  test('arrow keys go from section to section', () => {
    lamp().key('ArrowRight', 'tablist')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Sensors')
    expect(document.activeElement?.textContent).toBe('Sensors')
  })

  test('the section is in the address', () => {
    homeWith(device('lamp', 'Lamp', dimmer, values), { at: `${at}?section=configuration` })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Configuration')
  })

  test('says what the device is', () => {
    lamp({ manufacturer: 'Gatehouse', firmware: '2.14.1', lqi: 184 })
    const about = within(screen.getByRole('region', { name: 'About' }))
    for (const fact of ['Dimmer insert', 'Gatehouse', '2.14.1', '184 of 255']) about.getByText(fact)
  })

  test.each([
    ['THR100', 'Room thermostat'],
    ['UNHEARD-OF', 'Name of the entry'],
  ])('calls the model %s %s', (model, name) => {
    homeWith(device('one', 'One', { ...dimmer, model, name: 'Name of the entry' }), {
      at: '/devices/device/one',
    })
    within(screen.getByRole('region', { name: 'About' })).getByText(name)
  })

  test('beside its controls stands each of its readings, those of a group and the battery too', () => {
    const layout = { ...motion, sections: { ...motion.sections, control: dimmer.sections.control } }
    const blocks: Engine['blocks'] = {
      ofReading: ({ params }) => (params.property === 'battery' ? null : <i>{` of ${params.property}, `}</i>),
    }
    homeWith(device('one', 'One', layout, { 'HumidityService/humidity': 47 }), {
      at: '/devices/device/one',
      blocks,
    })
    const readings = within(screen.getByRole('region', { name: 'Readings' })).getAllByRole('listitem')
    const said = readings.map(({ textContent }) => textContent?.replaceAll('\u00ad', '') ?? '')
    for (const name of ['Temperature', 'Humidity', 'Battery'])
      expect(said.filter((text) => text.startsWith(name))).toHaveLength(1)
    expect(said).toContainEqual(expect.stringMatching(/^Humidity of humidity, 47/))
    // Values stand below each other, also where there is no course.
    const place = (row: HTMLElement) =>
      [...(row.firstElementChild?.children ?? [])].findIndex((cell) => cell.textContent?.match(/^[–\d]/))
    expect(new Set(readings.map(place))).toEqual(new Set([2]))
  })

  // 2.3-038
  test('says what there is to know, where the entry has a help text', () => {
    homeWith(device('one', 'One', { ...dimmer, helpTextKey: 'dimmer' }), { at: '/devices/device/one' })
    within(screen.getByRole('region', { name: 'Good to know' })).getByText(/^Dims the light/)
  })

  test.each([undefined, 'unheard-of'])('has no help card for the text %s', (helpTextKey) => {
    homeWith(device('one', 'One', { ...dimmer, helpTextKey }), { at: '/devices/device/one' })
    expect(screen.queryByRole('region', { name: 'Good to know' })).toBeNull()
  })

  test('places a property on the grid of the catalogue', () => {
    lamp()
    const card = screen.getByRole('region', { name: 'Brightness' })
    expect(card.style.getPropertyValue('--column')).toBe('2')
    expect(card.style.getPropertyValue('--width')).toBe('3')
  })

  // 2.5-048 1.9-025
  test.each([
    [5, true],
    [6, false],
  ])('a battery at %d per cent is critical: %s', (charge, critical) => {
    const bath = device('bath', 'Bath', thermostat, { 'BatteryService/battery': charge })
    homeWith(bath, { at: '/devices/device/bath' })
    expect(screen.queryByText(/^Battery at/) !== null).toBe(critical)
  })

  test('an unknown charge is no empty battery', () => {
    homeWith(device('bath', 'Bath', thermostat), { at: '/devices/device/bath' }).hides(/^Battery at/)
  })

  test('says why its controls are off', () => {
    lamp({ status: 5, statusSince: new Date('2026-11-21T14:02:00').getTime() }).shows(
      /^Offline since .*14:02\.$/,
    )
  })

  test('and since when by the clocks of the home, wherever one looks at it from', () => {
    const statusSince = Date.UTC(2026, 10, 21, 12)
    homeWith(device('lamp', 'Lamp', dimmer, values, { status: 5, statusSince }), {
      at,
      zone: 'Asia/Tokyo',
    }).shows(/^Offline since .*21:00\.$/)
  })

  test('an order tells its receipt in its own card', () => {
    lamp().press(/./, 'switch')
    within(screen.getByRole('region', { name: 'Light' })).getByText('sending …')
    expect(within(screen.getByRole('region', { name: 'Brightness' })).queryByText('sending …')).toBeNull()
  })
})

describe('blocks that the screen names', () => {
  const blocks: Engine['blocks'] = {
    beside: ({ params }) => <p>Beside {params.label}</p>,
    ofValue: ({ params }) => <i>Cause of {params.label}</i>,
  }

  test('stand beside the first section, and beside no other', () => {
    const home = homeWith(device('lamp', 'Lamp', dimmer, values), { at, blocks })
    screen.getByText(/^Beside/)
    home.key('ArrowRight', 'tablist')
    expect(screen.queryByText(/^Beside/)).toBeNull()
  })

  // U-01
  test('that fail, or do not come, leave the page as it is, and come when the connection is back', async () => {
    vi.stubGlobal('reportError', () => {})
    onTestFinished(() => void vi.unstubAllGlobals())
    let reachable = false
    const gone = lazy(async () => {
      if (!reachable) throw new Error('There is no server any more')
      return { default: () => <p>Beside after all</p> }
    })
    const broken = (): never => {
      throw new Error('Broken')
    }
    const home = homeWith(device('lamp', 'Lamp', dimmer, values), {
      at,
      blocks: { beside: gone, ofValue: broken },
    })
    await act(async () => {})
    home.shows('Brightness')
    screen.getByRole('switch')
    home.link('stale')
    await act(async () => {})
    reachable = true
    home.link('live')
    await act(async () => {})
    screen.getByText('Beside after all')
  })

  test.each([
    ['a shutter', shutter],
    ['a thermostat', thermostat],
    ['a lamp', dimmer],
  ])('stand beside every value of %s, also where its panel heads itself', (_what, layout) => {
    homeWith(device('one', 'One', layout), { at: '/devices/device/one', blocks })
    expect(screen.getAllByText(/^Cause of/)).toHaveLength(layout.sections.control?.length ?? 0)
  })
})

describe('when there is no device', () => {
  test('one that the gateway does not know is named, with the way back', () => {
    homeWith([], { at: '/devices/device/ghost' }).shows(/“ghost” does not belong/)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/devices/quick_controls')
  })

  test('one that is removed while the page is open says so', () => {
    const home = lamp()
    home.becomes({ name: 'Reading lamp' })
    home.removes().shows('Reading lamp was removed')
  })

  test('before the devices are known nothing is said to be missing', () => {
    homeWith([], { at, complete: false })
      .hides(/does not belong/)
      .shows('The devices are loading.')
  })

  test('nor while the home is not heard from yet, whatever was fetched', () => {
    const home = homeWith([], { at }).link('connecting')
    home.hides(/does not belong/).link('live')
    home.shows(/does not belong/)
  })

  test('U-05 without a connection it says that the device could not be loaded, until there is one', () => {
    const home = homeWith([], { at, complete: false }).link('connecting').wait(9_999)
    expect(screen.queryByText('The device could not be loaded')).toBeNull()
    home.wait(1)
    screen.getByRole('heading', { name: 'The device could not be loaded' })
    screen.getByRole('button', { name: 'Connect now' })
    home.link('live')
    expect(screen.queryByText('The device could not be loaded')).toBeNull()
  })

  test('before its layout is known the page has its name', () => {
    homeWith(device('lamp', 'Lamp', undefined), { at }).shows('Lamp')
  })
})
