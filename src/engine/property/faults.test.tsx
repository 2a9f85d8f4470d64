import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AnyWidget, Example, WidgetRegistry } from '#engine/widget.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { device, layoutOf, plug } from '../../../tests/support/fake-devices.ts'
import { type HomeDriver, homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { broken, PHASES, type Phase, sabotaged } from '../../../tests/support/sabotaged.tsx'
import { widgets } from '../../../tests/support/whole-widgets.ts'

const cases = [...widgets.values()].flatMap((widget) =>
  PHASES.flatMap((phase) => {
    const [example] = widget.examples
    // Sending fails in encode; panels send raw values and read-only widgets send nothing.
    if (!example || (phase === 'send' && (widget.panel || !widget.encode))) return []
    return [[widget.kind, phase, widget, example] as const]
  }),
)

function homeOf(widget: AnyWidget, phase: Phase, { placed, values }: Example): HomeDriver {
  broken.now = true
  // The neighbour's widget must be one that is whole.
  const registry: WidgetRegistry = new Map([
    ...widgets,
    [widget.kind, sabotaged(widget, phase)],
    ['whole', { ...(widgets.get('iconType') as AnyWidget), kind: 'whole' as never }],
  ])
  const { header } = plug.tile
  const whole: DeviceLayout = {
    ...plug,
    tile: {
      footer: [],
      header: header && { ...header, options: { ...header.options, propertyType: 'whole' as never } },
    },
  }
  const home = homeWith(
    [
      device('bad', 'Bad lamp', layoutOf({ control: placed }), values),
      device('good', 'Good plug', whole, { 'SwitchService/state': 'OFF' }),
    ],
    { widgets: registry },
  )
  if (phase === 'event' || phase === 'send') {
    // Whoever takes it as expected keeps jsdom from printing it.
    const expected = (event: ErrorEvent): void => {
      if (event.error?.message === 'Injected') event.preventDefault()
    }
    addEventListener('error', expected)
    onTestFinished(() => removeEventListener('error', expected))
    fireEvent.click(screen.getByRole('button', { name: 'sabotage' }))
    home.wait(0)
  }
  return home
}

beforeAll(prepareTexts)

describe('U-01 a widget that throws is contained by its own boundary', () => {
  test.each(cases)(
    '%s, %s: the card names the device, siblings work, it is reported once',
    (kind, phase, widget, example) => {
      const home = homeOf(widget, phase, example)
      home.tile('Bad lamp').getByText(/of Bad lamp cannot be shown\.$/)
      expect(home.faults).toHaveLength(1)
      expect(home.faults[0]).toMatchObject({ device: 'Bad lamp' })
      expect(home.faults[0]?.error).toMatchObject({ message: 'Injected' })

      fireEvent.click(home.tile('Good plug').getByRole('switch'))
      expect(home.fake.sent).toEqual([
        { address: { device: 'good', service: 'SwitchService', property: 'state' }, value: 'ON' },
      ])

      broken.now = false
      fireEvent.click(home.tile('Bad lamp').getByRole('button', { name: 'Show again' }))
      expect(home.tile('Bad lamp').queryByText(/cannot be shown/)).toBeNull()
      expect(home.tile('Bad lamp').getByRole('button', { name: 'sabotage' })).toBeDefined()
      expect(kind).toBe(widget.kind)
    },
  )

  test('a widget that throws again is contained again, and reported again', () => {
    const widget = widgets.get('valueSetter')
    const example = widget?.examples[0]
    if (!widget || !example) throw new Error('The setter has an example')
    const home = homeOf(widget, 'render', example)
    fireEvent.click(home.tile('Bad lamp').getByRole('button', { name: 'Show again' }))
    home.tile('Bad lamp').getByText(/cannot be shown/)
    expect(home.faults).toHaveLength(2)
  })

  test('a fault of a timer that belongs to nobody harms nothing on screen', () => {
    const home = homeWith(device('good', 'Good plug', plug, { 'SwitchService/state': 'OFF' }))
    const met: unknown[] = []
    const listen = (event: ErrorEvent) => {
      met.push(event.error)
      event.preventDefault()
    }
    addEventListener('error', listen)
    dispatchEvent(new ErrorEvent('error', { error: new Error('Somewhere'), cancelable: true }))
    removeEventListener('error', listen)
    expect(met).toHaveLength(1)
    home.press(/./, 'switch').sentOnly('SwitchService/state', 'ON')
  })

  test('a fault after an event of a widget, of something else, is not its own', () => {
    const home = homeWith(device('good', 'Good plug', plug, { 'SwitchService/state': 'OFF' }))
    home.press(/./, 'switch')
    const expected = (event: ErrorEvent) => event.preventDefault()
    addEventListener('error', expected)
    // Before any timer: the connection may go in the very moment of a press.
    dispatchEvent(new ErrorEvent('error', { error: new Error('A part that did not come'), cancelable: true }))
    removeEventListener('error', expected)
    expect(home.faults).toEqual([])
    expect(home.tile('Good plug').getByRole('switch')).toBeDefined()
  })
})
