import { describe, expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { ajvWithSchemas } from '../../../../scripts/gen/validators.ts'
import { examples, teller } from '../../../../scripts/quality/scene-words/examples.ts'
import { plain } from '../../../../src/screens/scenes/builder/draft/rule-edit.ts'
import { de, en, into, words } from './asked-home.ts'

/** Numbers and names of things, and what follows from the rest. */
const NO_MEANING = new Set([
  ...['id', 'name', 'device_name', 'icon', 'active', 'device_value', 'notification_id', 'scene_id'],
  ...['push_notification', 'alarm_notification', 'notification'],
])

function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !NO_MEANING.has(name) && !(name === 'property_name' && 'settings' in value))
      .map(([name, of]) => [name, meaning(of)]),
  )
}

/** Of these the sentence says less than the scene, or the same of all of it: nothing in it is left over. */
const SAID_SHORTER = ['choose: only if', 'call an address elsewhere, with texts']

const LANGUAGES = [
  ['German', await teller('ch_DE'), de, 'ch_DE'],
  ['English', await teller('ch_EN'), en, 'ch_EN'],
] as const

describe.each(LANGUAGES)(
  'each word of scenes is understood as what it is, in %s',
  (_, told, by, language) => {
    const understood = examples.filter(({ unsaid }) => unsaid === undefined)
    test.each(understood.map((one) => [one.word, one] as const))('%s', (_word, { rule, said }) => {
      const { rule: read, gaps, questions } = by(said?.[language] ?? told(rule), into, words)
      expect({ gaps, questions, means: read && meaning(plain(read)) }).toEqual({
        ...{ gaps: [], questions: [] },
        means: meaning(rule),
      })
    })

    const others = examples.filter(({ word, unsaid }) => unsaid !== undefined && !SAID_SHORTER.includes(word))
    test.each(others.map((one) => [one.word, one] as const))(
      'what of it is not understood is named: %s',
      (_word, { rule }) => expect(by(told(rule), into, words).gaps).not.toEqual([]),
    )
  },
)

test('each example is a scene that a home could keep', () => {
  const valid = ajvWithSchemas().getSchema<Rule>('entities/rule.json')
  for (const { word, rule } of examples)
    expect([word, valid?.(rule), valid?.errors]).toEqual([word, true, null])
})
