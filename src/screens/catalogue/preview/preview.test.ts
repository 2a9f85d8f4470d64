import { describe, expect, test } from 'vitest'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { previewPorts } from './preview-home.ts'
import { type MOODS, valueIn } from './preview-values.ts'

const level: Placed = {
  service: 'DimmerService',
  property: 'level',
  section: 'control',
  grid: [0, 0, 2, 1],
  value: { kind: 'range', access: ['read', 'write'], min: 0, max: 254, step: 1 },
  options: { propertyType: 'valueSetter' },
}
const layout = {
  model: 'DIM200',
  type: 'Dimmer',
  name: 'Dimmer',
  icon: 'dimmer',
  generated: false,
  tile: { control: level, footer: [] },
  sections: { control: [level] },
} as unknown as DeviceLayout
const device: Device = {
  id: 'preview',
  device_name: 'Dimmer',
  class: 'DIM200',
  status: 2,
  networkType: 'virtual',
  service_list: [],
}
const at = { device: 'preview', service: 'DimmerService', property: 'level' }
const ports = (mood: (typeof MOODS)[number], said?: number) =>
  previewPorts(
    {
      layout,
      status: 5,
      mood,
      device: {
        ...device,
        service_list: [
          {
            name: 'DimmerService',
            type: 'DimmerService',
            property_list: [{ name: 'level', type: 'range', readonly: false, value: said ?? null }],
          },
        ],
      },
    },
    new Map(),
  )

describe('values of the preview', () => {
  test('ordinary ones fit their description, what the device said comes first', () => {
    expect(ports('ordinary').link.get(at).value).toBe(152)
    expect(ports('ordinary', 17).link.get(at).value).toBe(17)
    expect(valueIn('ordinary', { kind: 'range', access: ['read'], min: 10, max: 20, step: 4 }, 0)).toBe(18)
    expect(valueIn('ordinary', { kind: 'option', access: ['read'], options: [{ value: 3 }] }, 0)).toBe(3)
    expect(valueIn('ordinary', { kind: 'bool', access: ['read'], on: 'OPEN', off: 'CLOSE' }, 0)).toBe('OPEN')
  })

  test('extreme ones are the ends of what is described, hostile ones are of every kind but the right one', () => {
    expect(ports('extreme', 17).link.get(at).value).toBe(254)
    const kinds = new Set(
      Array.from({ length: 9 }, (_, index) => typeof valueIn('hostile', level.value, index)),
    )
    expect([...kinds].toSorted()).toEqual(['boolean', 'number', 'object', 'string'])
  })

  test('the device is in the state that was chosen', () => {
    expect(ports('ordinary').home.device('preview')).toMatchObject({ status: 5, model: 'DIM200' })
    expect(ports('ordinary').home.device('another')).toBeUndefined()
  })

  test('what is set is on its way at first and arrives', async () => {
    const { link } = ports('ordinary')
    let woken = 0
    link.subscribe(at, () => (woken += 1))
    link.send(at, 10)
    expect(link.get(at)).toMatchObject({ value: 152, delivery: { phase: 'sending', wanted: 10 } })
    await expect.poll(() => link.get(at)).toMatchObject({ value: 10, delivery: { phase: 'confirmed' } })
    expect(woken).toBe(2)
  })
})
