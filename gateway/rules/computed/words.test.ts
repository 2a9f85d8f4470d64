import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ComputedValue } from '#schemas/generated/entities/rule.ts'
import type { Naming } from '../phrase.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfSetting } from '../words/actions.ts'
import { wordsOfStep } from '../words/runs.ts'

const german = speechIn('ch_DE')
const english = speechIn('ch_EN')
const percent: Value = {
  kind: 'range',
  access: ['read', 'write'],
  min: 0,
  max: 254,
  scale: 100 / 254,
  precision: 0,
  unit: '%',
  presets: [{ value: 127, label: 'Cosy' }],
}
const naming: Naming = {
  device: (id) => ({ hall: 'Hall', porch: 'Porch' })[id],
  property: () => percent,
}
const said = (computed: ComputedValue, property: string) => {
  const [service_name = '', property_name = ''] = property.split('/')
  const phrase = wordsOfSetting({ id: 'hall' }, { service_name, property_name, computed }, naming)
  return [speak(phrase, english), speak(phrase, german)]
}
const like = (device_id: string): ComputedValue => ({
  kind: 'copy',
  device_id,
  device_name: 'Old porch',
  service_name: 'LightService',
  property_name: 'brightness',
})

// decision 0171
describe('an action whose value is found when it runs, in words', () => {
  test.each<[ComputedValue, string, string, string]>([
    [{ kind: 'toggle' }, 'LightService/state', 'Toggle Hall', 'Hall umschalten'],
    [{ kind: 'toggle' }, 'OtherService/eco', 'Toggle “Eco” of Hall', '«Eco» von Hall umschalten'],
    [
      { kind: 'step', amount: 127 },
      'LightService/brightness',
      'Raise “Brightness” of Hall by 50\u00a0%',
      '«Helligkeit» von Hall um 50\u00a0% erhöhen',
    ],
    [
      { kind: 'step', amount: -25.4 },
      'LightService/brightness',
      'Lower “Brightness” of Hall by 10\u00a0%',
      '«Helligkeit» von Hall um 10\u00a0% senken',
    ],
    [
      { kind: 'ramp', to: 254, over: 1_200_000 },
      'LightService/brightness',
      'Bring “Brightness” of Hall to 100\u00a0% little by little over 20 minutes',
      '«Helligkeit» von Hall innert 20 Minuten nach und nach auf 100\u00a0% stellen',
    ],
    [
      { kind: 'ramp', from: 25.4, to: 254, over: 1_200_000 },
      'LightService/brightness',
      'Bring “Brightness” of Hall from 10\u00a0% to 100\u00a0% little by little over 20 minutes',
      '«Helligkeit» von Hall innert 20 Minuten nach und nach von 10\u00a0% auf 100\u00a0% stellen',
    ],
    [
      { kind: 'replay', days: 7, over: 604_800_000 },
      'LightService/state',
      'Switch Hall on and off as in the week before, for 7 days at most',
      'Hall ein- und ausschalten wie in der Woche davor, höchstens 7 Tage lang',
    ],
    [
      { kind: 'replay', days: 1, over: 21_600_000, spread: 600_000 },
      'LightService/brightness',
      'Change “Brightness” of Hall as on the day before, for 6 hours at most, each time up to 10 minutes later by chance',
      '«Helligkeit» von Hall so ändern wie am Tag davor, höchstens 6 Stunden lang, jedes Mal zufällig bis zu 10 Minuten später',
    ],
    [
      like('porch'),
      'LightService/brightness',
      'Set “Brightness” of Hall to “Brightness” of Porch',
      '«Helligkeit» von Hall auf «Helligkeit» von Porch stellen',
    ],
    [
      like('gone'),
      'LightService/brightness',
      'Set “Brightness” of Hall to “Brightness” of Old porch',
      '«Helligkeit» von Hall auf «Helligkeit» von Old porch stellen',
    ],
  ])('%j of %s', (computed, property, inEnglish, inGerman) =>
    expect(said(computed, property)).toEqual([inEnglish, inGerman]),
  )

  test('a step that was taken says what was set, one that was not what was meant', () => {
    const step = {
      at: 0,
      kind: 'device',
      device_id: 'hall',
      service_name: 'LightService',
      property_name: 'brightness',
      computed: { kind: 'step', amount: 25.4 },
      outcome: 'confirmed',
    } as const
    expect(speak(wordsOfStep({ ...step, value: 254 }, naming), english)).toBe(
      'Set Hall to a brightness of 100\u00a0%',
    )
    expect(speak(wordsOfStep(step, naming), english)).toBe('Raise “Brightness” of Hall by 10\u00a0%')
  })
})
