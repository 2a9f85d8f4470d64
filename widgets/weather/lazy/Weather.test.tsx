import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { bearingOf, options, read } from './value.ts'

const [station, wind, unknown] = examples
if (!station || !wind || !unknown) throw new Error('The examples are there')
const spec = options(station.placed)
const draw = ({ placed, values } = station, at?: string) =>
  homeWith(device('sky', 'Sky', layoutOf({ control: placed }), values), { at })
const page = (example = station) => draw(example, '/devices/device/sky')
const DIRECTION = 'WeatherService/wind_direction'

beforeAll(prepareTexts)

describe('2.3-160 weather', () => {
  test.each([
    [0, 'n'],
    [359, 'n'],
    [22, 'n'],
    [23, 'ne'],
    [180, 's'],
    [310, 'nw'],
    [-45, 'nw'],
    [725, 'n'],
    ['90', 'e'],
  ])('wind of %s degrees comes from %s', (raw, from) => {
    expect(bearingOf(new Map([[DIRECTION, raw]]), spec)?.from).toBe(from)
  })

  test.each([null, '', 'north', {}, Number.NaN])('a direction of %o is none', (raw) => {
    expect(bearingOf(new Map([[DIRECTION, raw]]), spec)).toBeUndefined()
  })

  test('nothing throws, whatever comes', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        const all = new Map(spec.items.map(({ key }) => [key, raw ?? null] as const))
        const bearing = bearingOf(all, spec)
        if (bearing) expect(bearing.degrees).toBeLessThan(360)
        expect(read(all, spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })

  test('on the page stand the sky, the temperature and where the wind comes from', () => {
    const home = page()
      .shows('Cloudy')
      .shows(/^Temperature:/)
      .shows('from the north-west')
    home
      .reports('WeatherService/condition', 'rain')
      .shows('Rain')
      .reports(DIRECTION, 180)
      .shows('from the south')
  })

  test('in the tile stand the sky and three figures', () => {
    const home = draw()
    home.tile('Sky').getByText('Cloudy')
    expect(
      home
        .tile('Sky')
        .getAllByTitle(/./)
        .filter(({ textContent }) => /:/.test(textContent ?? '')),
    ).toHaveLength(3)
  })

  test('a station without thermometer shows what it has, and no empty picture', () => {
    page(wind)
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms.slice(0, 2)).toEqual(['Wind', 'Rain'])
    expect(screen.queryByText(/^Temperature/)).toBeNull()
  })

  test('what nobody knows is a dash', () => {
    page(unknown).shows(/–/)
  })
})
