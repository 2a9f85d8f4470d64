import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const number = (unit: string | undefined, precision: number, gauge?: { min: number; max: number }) => ({
  kind: 'number' as const,
  access: ['read' as const],
  precision,
  ...(unit && { unit }),
  ...(gauge && { gauge }),
})
const meter = (property: string, value: ReturnType<typeof number>) => ({
  service: 'MeterService',
  property,
  value,
})

export const examples: readonly Example[] = [
  {
    name: 'metering socket',
    placed: placedOf('smartmeter', 'MeterService', 'power', number('W', 1, { min: 0, max: 100 }), {
      section: 'sensory',
      grid: [0, 0, 4, 3],
      more: [
        meter('voltage', number('V', 1, { min: 200, max: 250 })),
        meter('power_factor', number(undefined, 2, { min: 0, max: 1 })),
        meter('energy', number('kWh', 2)),
        meter('current', number('A', 2)),
      ],
    }),
    values: {
      'MeterService/power': 64,
      'MeterService/voltage': 231,
      'MeterService/power_factor': 0.92,
      'MeterService/energy': 1843.57,
      'MeterService/current': 0.31,
    },
  },
  {
    name: 'three phases',
    placed: placedOf('smartmeter', 'MeterService', 'power', number('W', 0, { min: 0, max: 16000 }), {
      section: 'sensory',
      grid: [0, 0, 4, 3],
      more: [
        meter('energy', number('kWh', 2)),
        meter('produced_energy', number('kWh', 2)),
        ...(['a', 'b', 'c'] as const).flatMap((phase) => [
          meter(`power_${phase}`, number('W', 0)),
          meter(`voltage_${phase}`, number('V', 1, { min: 200, max: 250 })),
        ]),
      ],
    }),
    values: {
      'MeterService/power': 5230,
      'MeterService/energy': 123456.78,
      'MeterService/produced_energy': 3210.4,
      'MeterService/power_a': 1800,
      'MeterService/power_b': 2210,
      'MeterService/power_c': 1220,
      'MeterService/voltage_a': 229.8,
      'MeterService/voltage_b': 231.4,
      'MeterService/voltage_c': 230.2,
    },
  },
  {
    name: 'nobody knows yet',
    placed: placedOf('smartmeter', 'MeterService', 'power', number('W', 1), {
      section: 'sensory',
      grid: [0, 0, 4, 3],
      more: [meter('voltage', number('V', 1, { min: 200, max: 250 })), meter('energy', number('kWh', 2))],
    }),
    values: {},
  },
]
