import { describe, expect, test } from 'vitest'
import { draftValues, stored, withValue, written } from './text-draft.ts'

const device = (device_id: string, property_name = 'energy') =>
  ({ kind: 'device', device_id, service_name: 'MeterService', property_name }) as const

// decision 0162
describe('a text that is written around values', () => {
  test('has words in braces for each, which are marks where it is stored', () => {
    const { values, token } = withValue([], device('washer'), 'Washer · Energy')
    expect(token).toBe('{Washer · Energy}')
    const message = stored({ title: ' Done ', text: `It took ${token}, {Dryer · Energy} {{v9}}` }, values)
    expect(message).toEqual({
      short_desc: 'Done',
      desc: 'It took {{v1}}, {Dryer · Energy} {{v9}}',
      values: [{ ...device('washer'), id: 'v1' }],
    })
    const again = draftValues(message, () => 'Wash tower · Energy')
    expect(written(message.desc ?? '', again)).toBe('It took {Wash tower · Energy}, {Dryer · Energy} {{v9}}')
  })

  test('names a value once, and never two of them alike', () => {
    const one = withValue([], device('a'), 'Lamp · Energy')
    const two = withValue(one.values, device('b'), 'Lamp · Energy')
    const again = withValue(two.values, device('a'), 'Lamp · Energy')
    expect([one.token, two.token, again.token]).toEqual([
      '{Lamp · Energy}',
      '{Lamp · Energy 2}',
      '{Lamp · Energy}',
    ])
    expect(again.values.map(({ value }) => value.id)).toEqual(['v1', 'v2'])
  })

  test('has no braces in the words of a value, whatever a device is called', () => {
    const { values, token } = withValue([], device('a'), '{{v1}} {x')
    expect(token).toBe('{v1 x}')
    expect(stored({ title: token, text: '' }, values)).toMatchObject({ short_desc: '{{v1}}' })
  })

  test('forgets values that it does not name any more, and gives their ids anew', () => {
    const one = withValue([], device('a'), 'A')
    const two = withValue(one.values, { kind: 'status', resource_id: 's', name: 'Away' }, 'Away')
    const message = stored({ title: 'Now', text: two.token }, two.values)
    expect(message.values?.map(({ id }) => id)).toEqual(['v2'])
    const next = withValue(
      draftValues(message, () => 'Away'),
      device('b'),
      'B',
    )
    expect(next.values.map(({ value }) => value.id)).toEqual(['v2', 'v1'])
  })
})
