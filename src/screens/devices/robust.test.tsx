import { act, cleanup, fireEvent, screen as page, within } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import type { AnyWidget, Example, WidgetRegistry } from '#engine/widget.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { headOf, openDevices, prepareDevices } from '../../../tests/support/devices-screen.tsx'
import { device, layoutOf, plug } from '../../../tests/support/fake-devices.ts'
import { type HomeDriver, homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { broken, PHASES, type Phase, sabotaged } from '../../../tests/support/sabotaged.tsx'
import { widgets } from '../../../tests/support/whole-widgets.ts'

beforeAll(async () => {
  await prepareDevices()
  await prepareTexts()
}, 60_000)

const STATE = 'SwitchService/state'
const kinds = [...widgets.values()].flatMap((widget) => {
  const [example] = widget.examples
  return example ? [[widget.kind, widget, example] as const] : []
})
/** The widget with one property of its own replaced. */
const registryWith = (widget: AnyWidget): WidgetRegistry => new Map([...widgets, [widget.kind, widget]])

/** A device page with a placement of the widget, and one of another that is whole. */
function pageOf(
  { placed, values }: Example,
  registry: WidgetRegistry = widgets,
  section: Placed['section'] = placed.section,
): HomeDriver {
  const [whole] = (plug.sections.control ?? []).filter(
    ({ options }) => options.propertyType !== placed.options.propertyType,
  )
  const spare: Placed = whole ?? {
    ...placed,
    service: 'Spare',
    property: 'spare',
    value: { kind: 'text', access: ['read'] },
    options: {
      propertyType: placed.options.propertyType === 'serviceWithUnit' ? 'iconType' : 'serviceWithUnit',
    },
  }
  const layout: DeviceLayout = {
    ...layoutOf({}),
    sections: {
      [section]: [
        { ...placed, section },
        { ...spare, section, grid: [9, 0, 1, 1] },
      ],
    },
  }
  return homeWith(device('bad', 'Bad lamp', layout, { ...values, [STATE]: 'OFF' }), {
    at: `/devices/device/bad?section=${section}`,
    widgets: registry,
  })
}

describe('U-01 on the page of a device a widget that throws is contained by its own card', () => {
  const phases: readonly Phase[] = PHASES.filter((phase) => phase === 'render' || phase.endsWith('effect'))
  test.each(
    kinds.flatMap(([kind, widget, example]) =>
      phases.map((phase) => [kind, phase, widget, example] as const),
    ),
  )(
    '%s, %s: it is named, the page stands, it can be tried again, it is reported once',
    (_, phase, widget, example) => {
      broken.now = true
      const home = pageOf(example, registryWith(sabotaged(widget, phase)))
      page.getByText(/of Bad lamp cannot be shown\.$/)
      expect(home.faults).toHaveLength(1)
      expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Bad lamp')
      page.getByRole('region', { name: 'About' })
      broken.now = false
      fireEvent.click(page.getByRole('button', { name: 'Show again' }))
      expect(page.queryByText(/cannot be shown/)).toBeNull()
    },
  )
})

describe('U-01 in the table a value that cannot be read is contained by its own row', () => {
  test.each(kinds)('%s', async (_, widget, { placed, values }) => {
    const throws = () => {
      throw new Error('Injected')
    }
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue()
    const registry = registryWith({ ...widget, read: throws } as AnyWidget)
    const layout = layoutOf({ header: placed })
    const states = Object.fromEntries(
      Object.entries(values).map(([path, value]): [string, PropertyState] => [
        `d1/${path}`,
        { value, at: 0, delivery: { phase: 'reported' } },
      ]),
    )
    await openDevices('table', [headOf(1, { layout }), headOf(2)], { widgets: registry, values: states })
    expect(page.getAllByRole('row')).toHaveLength(3)
    within(page.getByRole('row', { name: /Lampe 1/ })).getByRole('link')
    page.getByRole('row', { name: /Lampe 2/ })
    // Where nothing is known yet, nothing is read.
    expect(reported.mock.calls.length).toBeLessThanOrEqual(1)
  })
})

const word = fc.constantFrom('', 'x', '__proto__', 'constructor', '<b>', 'ä'.repeat(2048))
const wildValue = fc.record(
  {
    kind: fc.constantFrom('number', 'range', 'bool', 'option', 'text', 'object', 'list', 'colour', 'none'),
    access: fc.subarray(['read', 'write', 'event']),
    min: fc.double(),
    max: fc.double(),
    step: fc.double(),
    scale: fc.double(),
    precision: fc.integer({ min: -3, max: 200 }),
    unit: word,
    options: fc.array(fc.record({ value: fc.oneof(word, fc.integer(), fc.constant(null)) }), {
      maxLength: 5,
    }),
    fields: fc.dictionary(word, fc.constant({ kind: 'text', access: ['read'] })),
    bands: fc.constant([{}]),
  },
  { requiredKeys: ['kind', 'access'] },
)
const wildPlaced = fc.record({
  service: word,
  property: word,
  section: fc.constant('control'),
  grid: fc.tuple(
    fc.integer({ min: -2, max: 9 }),
    fc.integer({ min: -2, max: 9 }),
    fc.integer(),
    fc.integer(),
  ),
  value: wildValue,
  options: fc.record({
    propertyType: fc.oneof(fc.constantFrom(...widgets.keys()), word),
    params: fc.dictionary(word, fc.oneof(word, fc.integer(), fc.boolean())),
    ends: word,
  }),
})
const wildRaw = fc.oneof(
  fc.constant(null),
  fc.constant(Number.NaN),
  fc.integer(),
  fc.boolean(),
  word,
  fc.array(fc.integer()),
  fc.dictionary(word, fc.integer()),
)

// What a catalogue that nobody has checked would place.
describe('U-02 a placement that makes no sense spoils neither page nor tiles', () => {
  test.each(['page', 'tile'] as const)('%s', (place) => {
    fc.assert(
      fc.property(wildPlaced, wildRaw, (wild, raw) => {
        const placed = wild as unknown as Placed
        const path = `${placed.service}/${placed.property}`
        const layout =
          place === 'page'
            ? { ...layoutOf({}), sections: { control: [placed] } }
            : layoutOf({ header: placed, control: placed, footer: [placed] })
        const heads = [
          device('bad', 'Bad lamp', layout, { [path]: raw as never }),
          device('good', 'Good plug', plug, { [STATE]: 'OFF' }),
        ]
        const home = homeWith(heads, place === 'page' ? { at: '/devices/device/bad' } : {})
        if (place === 'page') expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Bad lamp')
        else home.tile('Good plug').getByRole('switch')
        cleanup()
      }),
      { numRuns: 25 },
    )
  })
})

describe('U-03 on the page of a device that cannot be reached nothing can be set', () => {
  test.each(kinds)('%s', (_, __, example) => {
    const home = pageOf(example, widgets, 'control')
    home.link('stale', Date.now()).wait(15_000)
    const all = 'button:not([role="tab"]), input, select, textarea, [role="slider"]'
    for (const control of document.querySelectorAll(all)) {
      fireEvent.click(control)
      fireEvent.keyDown(control, { key: 'ArrowUp' })
    }
    home.wait(5000).sentNothing()
  })
})

test('U-03 the table says how old the news is and keeps its rows while nothing comes', async () => {
  const head: DeviceHead = headOf(1)
  const { change } = await openDevices('table', [head, headOf(2, { status: 5 })])
  act(() => change({}, { state: 'stale', since: 0 }))
  await page.findByText(/No connection since|last known/)
  expect(page.getAllByRole('row')).toHaveLength(3)
})
