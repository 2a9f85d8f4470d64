import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const number = (unit: string, precision: number, icon?: string): Value => ({
  kind: 'number',
  access: ['read'],
  unit,
  precision,
  ...(icon && { icon }),
})
const condition: Value = {
  kind: 'option',
  access: ['read'],
  icon: 'weather',
  options: [
    { value: 'clear', icon: 'sun' },
    { value: 'cloudy', icon: 'weather' },
    { value: 'rain', icon: 'rain' },
    { value: 'snow', icon: 'snow' },
  ],
}

export const examples: readonly Example[] = [
  {
    name: 'weather station',
    placed: placedOf('weather', 'WeatherService', 'condition', condition, {
      section: 'sensory',
      grid: [0, 0, 4, 3],
      more: [
        { service: 'TemperatureService', property: 'temperature', value: number('°C', 1) },
        { service: 'WeatherService', property: 'wind_speed', value: number('m/s', 1, 'wind') },
        { service: 'WeatherService', property: 'wind_direction', value: number('°', 0, 'wind') },
        { service: 'WeatherService', property: 'rain_intensity', value: number('mm/h', 1, 'rain') },
        { service: 'HumidityService', property: 'humidity', value: number('%', 0) },
        { service: 'PressureService', property: 'pressure', value: number('hPa', 0) },
        { service: 'WeatherService', property: 'absolute_humidity', value: number('g/m³', 1, 'humidity') },
      ],
    }),
    values: {
      'WeatherService/condition': 'cloudy',
      'TemperatureService/temperature': -3.4,
      'WeatherService/wind_speed': 4.2,
      'WeatherService/wind_direction': 310,
      'WeatherService/rain_intensity': 0,
      'HumidityService/humidity': 71,
      'PressureService/pressure': 958,
      'WeatherService/absolute_humidity': 3.1,
    },
  },
  {
    name: 'wind and rain alone',
    placed: placedOf('weather', 'WeatherService', 'wind_speed', number('m/s', 1, 'wind'), {
      section: 'sensory',
      grid: [0, 0, 4, 2],
      more: [{ service: 'WeatherService', property: 'rain_intensity', value: number('mm/h', 1, 'rain') }],
    }),
    values: { 'WeatherService/wind_speed': 11.8, 'WeatherService/rain_intensity': 2.4 },
  },
  {
    name: 'nobody knows yet',
    placed: placedOf('weather', 'WeatherService', 'condition', condition, {
      section: 'sensory',
      grid: [0, 0, 4, 2],
      more: [{ service: 'TemperatureService', property: 'temperature', value: number('°C', 1) }],
    }),
    values: {},
  },
]
