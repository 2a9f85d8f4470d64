import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const pollutant = (unit: string, warn: number, danger: number): Value => ({
  kind: 'number',
  access: ['read'],
  unit,
  precision: 0,
  bands: [
    { from: 0, level: 'ok' },
    { from: warn, level: 'warn' },
    { from: danger, level: 'danger' },
  ],
})
const placed = placedOf('airPollution', 'AirQualityService', 'co2', pollutant('ppm', 1000, 2000), {
  section: 'sensory',
  grid: [0, 0, 4, 3],
  more: [
    { service: 'AirQualityService', property: 'voc', value: pollutant('ppb', 660, 2200) },
    { service: 'AirQualityService', property: 'pm25', value: pollutant('µg/m³', 25, 50) },
    {
      service: 'TemperatureService',
      property: 'temperature',
      value: { kind: 'number', access: ['read'], unit: '°C', precision: 1 },
    },
  ],
})

export const examples: readonly Example[] = [
  {
    name: 'good air',
    placed,
    values: {
      'AirQualityService/co2': 620,
      'AirQualityService/voc': 180,
      'AirQualityService/pm25': 6,
      'TemperatureService/temperature': 21.4,
    },
  },
  {
    name: 'stale air, and dust',
    placed,
    values: {
      'AirQualityService/co2': 1480,
      'AirQualityService/voc': 900,
      'AirQualityService/pm25': 240,
      'TemperatureService/temperature': 24.9,
    },
  },
  { name: 'nobody knows yet', placed, values: {} },
]
