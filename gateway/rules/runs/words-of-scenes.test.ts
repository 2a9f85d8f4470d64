import { describe, expect, test } from 'vitest'
import type { RuleAction } from '#schemas/generated/entities/rule.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfRuleAction } from '../words/actions.ts'
import { wordsOfFact, wordsOfStep } from '../words/runs.ts'

const german = speechIn('ch_DE')
const english = speechIn('ch_EN')
const naming = {
  device: () => undefined,
  property: () => undefined,
  rule: (id: string) => ({ off: 'Everything off' })[id],
}

// decision 0172
describe('scenes that run and switch others, in words', () => {
  test.each<[RuleAction['act'], string, string]>([
    ['run', 'Run the scene “Everything off”', 'Die Szene «Everything off» ausführen'],
    ['switch_on', 'Switch the scene “Everything off” on', 'Die Szene «Everything off» einschalten'],
    ['switch_off', 'Switch the scene “Everything off” off', 'Die Szene «Everything off» ausschalten'],
  ])('%s', (act, inEnglish, inGerman) => {
    const action = { rule_id: 'off', name: 'Old name', act }
    const step = {
      at: 0,
      kind: 'rule',
      rule_id: 'off',
      rule_name: 'Old name',
      act,
      outcome: 'confirmed',
    } as const
    for (const phrase of [wordsOfRuleAction(action, naming), wordsOfStep(step, naming)])
      expect([speak(phrase, english), speak(phrase, german)]).toEqual([inEnglish, inGerman])
  })

  test('one that is gone is told by the name that it had', () => {
    const action = { rule_id: 'gone', name: 'Old name', act: 'run' } as const
    expect(speak(wordsOfRuleAction(action, naming), english)).toBe('Run the scene “Old name”')
  })

  test('what set a scene off is told by the scene that did', () => {
    const fact = { type: 'RULE_TRIGGER', rule_id: 'off', rule_name: 'Old name' } as const
    expect(speak(wordsOfFact(fact, naming), english)).toBe('Run by the scene “Everything off”')
    expect(speak(wordsOfFact({ ...fact, rule_id: 'gone' }, naming), german)).toBe(
      'Ausgeführt von der Szene «Old name»',
    )
  })
})
