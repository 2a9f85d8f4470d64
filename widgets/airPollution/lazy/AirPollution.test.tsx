import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { device, layoutOf } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { options, read, scaleOf, verdictOf } from './value.ts'

const [good] = examples
if (!good) throw new Error('The example is there')
const spec = options(good.placed)
const CO2 = 'AirQualityService/co2'
const VOC = 'AirQualityService/voc'
const PM = 'AirQualityService/pm25'
const draw = (values: Readonly<Record<string, RawValue>> = good.values, at?: string) =>
  homeWith(device('air', 'Air', layoutOf({ control: good.placed }), values), { at })
const page = (values?: Readonly<Record<string, RawValue>>) => draw(values, '/devices/device/air')

beforeAll(prepareTexts)

describe('2.3-153 air pollution', () => {
  test.each([
    [{ [CO2]: 999 }, 'ok', 'co2'],
    [{ [CO2]: 1000 }, 'warn', 'co2'],
    [{ [CO2]: 2000, [VOC]: 900 }, 'danger', 'co2'],
    [{ [CO2]: 600, [PM]: '30' }, 'warn', 'pm25'],
    [{ [CO2]: -5 }, 'ok', 'co2'],
  ])('the air of %o is %s because of %s: it is as good as its worst pollutant', (values, level, property) => {
    const verdict = verdictOf(new Map(Object.entries(values)), spec)
    expect([verdict?.level, verdict?.of.property]).toEqual([level, property])
  })

  test('nobody knows it while nothing is measured', () => {
    expect(verdictOf(new Map(), spec)).toBeUndefined()
  })

  test('what can not be too much has no scale', () => {
    expect(spec.others.map(({ property }) => property)).toEqual(['temperature'])
  })

  test('a scale is whole, and a reading never leaves it', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        for (const pollutant of spec.pollutants) {
          const { parts, at } = scaleOf(new Map([[pollutant.item.key, raw ?? null]]), pollutant)
          expect(parts.map(({ from, to }) => to - from).reduce((sum, part) => sum + part, 0)).toBeCloseTo(100)
          if (at !== undefined) expect(at).toBeGreaterThanOrEqual(0)
          if (at !== undefined) expect(at).toBeLessThanOrEqual(100)
        }
        const all = new Map(spec.items.map(({ key }) => [key, raw ?? null] as const))
        expect(read(all, spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })

  test('on the page says how the air is and what makes it so', () => {
    const home = page().shows('Good air')
    home.reports(CO2, 1500).shows('Time to air the room').shows('CO₂ is elevated.')
    home.reports(PM, 80).shows('Bad air').shows('PM2.5 is far too high.')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^CO₂1’?'?500\sppmelevated$/)]),
    )
  })

  test('in the tile stand the verdict and three readings', () => {
    const home = draw()
    home.tile('Air').getByText('Good air')
    home.tile('Air').getByText('CO₂ 620 ppm')
  })

  test('passes no verdict on what it has no measure for', () => {
    const { more: _more, ...rest } = good.placed
    const placed = { ...rest, value: { ...rest.value, bands: undefined } }
    homeWith(device('air', 'Air', layoutOf({ control: placed }), good.values), { at: '/devices/device/air' })
    expect(screen.getByRole('heading', { name: 'Air', level: 2 })).toBeDefined()
    expect(screen.queryByText('Nothing measured yet')).toBeNull()
  })

  test('what nobody knows is a dash', () => {
    page({}).shows('Nothing measured yet').shows('–')
  })
})
