import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { device, layoutOf } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { options, phaseOf, read, shareOf } from './value.ts'

const [socket, threePhases] = examples
if (!socket || !threePhases) throw new Error('The examples are there')
const POWER = 'MeterService/power'
const meter = (example: typeof socket, at?: string, values = example.values) =>
  homeWith(device('meter', 'Meter', layoutOf({ control: example.placed }), values), { at })
const page = (example = socket, values = example.values) => meter(example, '/devices/device/meter', values)
const values = (of: Readonly<Record<string, RawValue>>) => new Map(Object.entries(of))

beforeAll(prepareTexts)

describe('2.3-159 smart meter', () => {
  const { dials, figures } = options(socket.placed)

  test('what has a range is a gauge, what has none a figure', () => {
    expect(dials.map(({ item }) => item.property)).toEqual(['power', 'voltage', 'power_factor'])
    expect(figures.map(({ property }) => property)).toEqual(['energy', 'current'])
  })

  test.each([
    ['voltage', 225, 50],
    ['voltage', 180, 0],
    ['voltage', 260, 100],
    ['power_factor', 0.25, 25],
    ['power', '64', 64],
  ])('%s of %s stands at %i % of its gauge: a reading beyond it at its end', (property, raw, share) => {
    const dial = dials.find(({ item }) => item.property === property)
    expect(dial && shareOf(raw, dial)).toBeCloseTo(share)
  })

  test('the scale of the description counts before the gauge', () => {
    const [dial] = dials
    if (!dial) throw new Error('Power has a gauge')
    const scaled = { ...dial, item: { ...dial.item, value: { ...dial.item.value, scale: 1000 } } }
    expect(shareOf(0.05, scaled)).toBe(50)
  })

  test.each([
    ['power_b', 2],
    ['voltage_phase_c', 3],
    ['current_l1', 1],
    ['power', undefined],
    ['energy_tariff', undefined],
  ])('%s belongs to phase %s', (property, phase) => {
    expect(phaseOf(property)).toBe(phase)
  })

  test('nothing throws, whatever comes', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        for (const dial of dials) {
          const share = shareOf(raw, dial)
          if (share !== undefined) expect(share).toBeGreaterThanOrEqual(0)
          if (share !== undefined) expect(share).toBeLessThanOrEqual(100)
        }
        const all = values(Object.fromEntries(dials.map(({ item }) => [item.key, raw ?? null])))
        expect(read(all, options(socket.placed), plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })

  test('on the page says each gauge in words, with its range, and follows the device', () => {
    const home = page()
    screen.getByRole('img', { name: 'Voltage: 231.0\u00a0V, on a scale from 200 to 250' })
    home.reports(POWER, 80)
    screen.getByRole('img', { name: 'Power: 80.0\u00a0W, on a scale from 0 to 100' })
    home.shows('Energy').shows('Current')
  })

  test('three phases have a line each', () => {
    page(threePhases)
    const lines = screen.getAllByRole('listitem').filter(({ textContent }) => /^L\d/.test(textContent ?? ''))
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^L1.*1’?'?800\sW.*229\.8\sV/),
      expect.stringMatching(/^L2.*2’?'?210\sW/),
      expect.stringMatching(/^L3.*1’?'?220\sW/),
    ])
  })

  // 2.9-008
  test('a tile shows four of it at most', () => {
    const home = meter(socket)
    expect(home.tile('Meter').getAllByRole('term')).toHaveLength(4)
  })

  test('the bars of the last hour say since when they know, and what lay between', () => {
    const home = page()
    home.reports(POWER, 10).wait(300_000).reports(POWER, 30).wait(300_000)
    const bars = screen.getByRole('img', { name: /^Power of the last hour .* seen since/ })
    expect(bars.getAttribute('aria-label')).toMatch(/10\.0\sW at least, 30\.0\sW at most/)
    expect(bars.querySelectorAll('[data-unknown]').length).toBeGreaterThan(0)
  })

  test('while the device is away the bars do not go on', () => {
    const home = page().reports(POWER, 10).wait(300_000)
    home.becomes({ status: 5 }).wait(1_800_000)
    const bars = screen.getByRole('img', { name: /^Power of the last hour/ })
    expect(bars.lastElementChild?.hasAttribute('data-unknown')).toBe(true)
  })

  test('what nobody knows is a dash, and its gauge is empty', () => {
    page(socket, {})
    const gauge = screen.getByRole('img', { name: /^Voltage: –/ })
    expect(gauge.querySelectorAll('path')).toHaveLength(1)
    expect(within(document.body).getAllByText('–').length).toBeGreaterThan(0)
  })
})
