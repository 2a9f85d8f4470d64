import { expect, test } from 'vitest'
import { speak } from '#gateway/rules/speak.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { dimmer, motion } from '../../../tests/support/fake-devices.ts'
import { speechIn, wordedOf } from './wording.ts'

const clauses = async (layout: DeviceLayout, language: 'ch_DE' | 'ch_EN') => {
  const speech = await speechIn(language)
  return wordedOf(layout, 'Lampe').map(({ key, when, set }) => [
    key,
    when && speak(when, speech),
    set && speak(set, speech),
  ])
}

test('each property of a model reads as a trigger and as an action, in both languages', async () => {
  for (const language of ['ch_DE', 'ch_EN'] as const) {
    const all = await clauses(dimmer, language)
    expect(new Set(all.map(([key]) => key)).size).toBe(all.length)
    const [, when, set] = all.find(([key]) => key === 'LightService/brightness') ?? []
    for (const clause of [when, set]) {
      expect(clause).toContain('Lampe')
      // No text is missing, and none keeps a hole.
      expect(clause).not.toMatch(/\{\{|sentences\.|undefined/)
    }
  }
  expect(await clauses(dimmer, 'ch_DE')).not.toEqual(await clauses(dimmer, 'ch_EN'))
})

test('what can only be read is never set', async () => {
  for (const { placed, set } of wordedOf(motion, 'Melder'))
    if (!placed.value.access.includes('write')) expect(set).toBeUndefined()
})
