import { expect, test } from 'vitest'
import { spoken } from '#gateway/lib/models/text-keys.ts'
import { slug } from './slug.ts'

test.each([
  ['DimmingSpeedUpRemote', 'dimming_speed_up_remote', 'Dimming speed up remote'],
  ['Küchen-Licht  2', 'k_chen_licht_2', 'K chen licht 2'],
  ['DS18B20', 'ds18b20', 'Ds18b20'],
  ['—', 'value', 'Value'],
])('%s is %s, which reads as %s', (text, name, read) => {
  expect(slug(text)).toBe(name)
  expect(spoken(slug(text))).toBe(read)
})
