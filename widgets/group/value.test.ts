import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { examples } from './examples.ts'
import { options, read, readItem } from './value.ts'

const [sensor, compound] = examples.map(({ placed }) => options(placed))
const values = (of: Readonly<Record<string, RawValue>>) => new Map(Object.entries(of))

describe('several readings', () => {
  test('stand for the placed property and those with it', () => {
    expect(sensor?.items.map(({ property }) => property)).toEqual([
      'temperature',
      'illuminance',
      'humidity',
      'battery',
    ])
  })

  test('of a compound are its fields', () => {
    const texts = compound?.items.map(
      (item) => readItem(item, values(examples[1]?.values ?? {}), plainWords).text,
    )
    expect(texts).toEqual(['1.5', 'Previous'])
  })

  test('the first known one speaks where there is room for one', () => {
    if (!sensor) throw new Error('The example is there')
    expect(read(values({ 'HumidityService/humidity': 47 }), sensor, plainWords)).toMatchObject({
      text: '47',
      unit: '%',
    })
    expect(read(values({}), sensor, plainWords).text).toBe('–')
  })

  test.each(examples.map(({ name, placed }) => [name, placed] as const))(
    'nothing throws for %s',
    (_, placed) => {
      const spec = options(placed)
      fc.assert(
        fc.property(wild, (raw) => {
          const all = new Map(spec.items.map(({ key }) => [key, raw ?? null] as const))
          for (const item of spec.items)
            expect(readItem(item, all, plainWords).text.length).toBeLessThanOrEqual(120)
        }),
      )
    },
  )
})
