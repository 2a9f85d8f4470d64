import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { isMeant, recipientStatuses, withWhiles } from '#gateway/lib/scenes/recipients.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Recipient, Rule, RuleNotification } from '#schemas/generated/entities/rule.ts'
import type { HomeFacts } from '../faults/fault.ts'
import { faultsOf, missingOf } from '../faults/faults.ts'
import { rehearse } from '../rehearse.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { worldOf } from '../testing/stories.ts'
import { wordsOfNotification } from '../words/actions.ts'

const naming = { device: () => undefined, property: () => undefined }
const at = (state: boolean) => ({ resource_id: 'home', name: 'Zuhause', state })
const anna: Recipient = { kind: 'person', user_id: 'a', name: 'Anna' }
const message = (...recipients: Recipient[]): RuleNotification => ({
  ...{ type: 1, short_desc: 'Wet', recipients },
})
const ruleWith = (...recipients: Recipient[]): Rule => ({
  ...{ id: 'r', name: 'r', rule_logic: 'OR', active: true },
  time_triggers: [
    { id: 't', hour: 7, minute: 0, second: 0, repeating: [true, true, true, true, true, true, true] },
  ],
  scenes: [{ id: 's', name: 's', notifications: [message(...recipients)] }],
})

// decision 0247
describe('recipients of a message', () => {
  test.each<[Recipient[], number, string, string]>([
    [[anna], 1, 'Send a push message to Anna: “Wet”', 'Push-Nachricht an Anna senden: «Wet»'],
    [
      [{ kind: 'owner' }, { ...anna, while: at(true) }],
      0,
      'Send an e-mail to the owner and Anna (while “Zuhause” is on): “Wet”',
      'E-Mail an die Eigentümerin oder den Eigentümer und Anna (solange «Zuhause» ein ist) senden: «Wet»',
    ],
    [
      [{ kind: 'everybody' }],
      0,
      'Send an e-mail to everybody who uses this home: “Wet”',
      'E-Mail an alle, die dieses Zuhause bedienen, senden: «Wet»',
    ],
    [
      [{ kind: 'owner', while: at(false) }],
      1,
      'Send a push message to the owner (while “Zuhause” is off): “Wet”',
      'Push-Nachricht an die Eigentümerin oder den Eigentümer (solange «Zuhause» aus ist) senden: «Wet»',
    ],
  ])('%j are told as such', (recipients, type, english, german) => {
    const phrase = wordsOfNotification({ ...message(...recipients), type: type as 0 | 1 }, naming)
    expect(speak(phrase, speechIn('ch_EN'))).toBe(english)
    expect(speak(phrase, speechIn('ch_DE'))).toBe(german)
  })

  test('somebody is called as he is called now, else as he was when he was chosen', () => {
    const phrase = wordsOfNotification(message(anna, { ...anna, user_id: 'b', name: 'Beat' }), {
      ...naming,
      user: (id) => (id === 'a' ? 'Anna Muster' : undefined),
    })
    expect(speak(phrase, speechIn('ch_EN'))).toContain('Anna Muster and Beat')
  })

  test('are meant where their status is as said; what nobody knows is not', () => {
    const only = (state: boolean): Recipient => ({ ...anna, while: at(state) })
    const meant = (one: Recipient, state: boolean | undefined) => isMeant(one, () => state)
    expect([true, false, undefined].map((state) => meant(only(true), state))).toEqual([true, false, false])
    expect([true, false, undefined].map((state) => meant(only(false), state))).toEqual([false, true, false])
    expect(meant(anna, undefined)).toBe(true)
    expect(meant({ kind: 'everybody' }, undefined)).toBe(true)
  })

  test('name statuses, which others can take the place of', () => {
    const rule = ruleWith(anna, { kind: 'owner', while: at(true) })
    expect(recipientStatuses(rule)).toEqual([at(true)])
    const other = withWhiles(message({ kind: 'owner', while: at(true) }), (one) => ({
      ...one,
      name: 'Daheim',
    }))
    expect(other.recipients).toEqual([{ kind: 'owner', while: { ...at(true), name: 'Daheim' } }])
    expect(withWhiles({}, (one) => one)).toEqual({})
  })

  test('a rehearsal says who would not have been meant at the moment of the step', () => {
    const rule = ruleWith({ ...anna, while: at(true) }, { kind: 'owner' })
    const home = (hour: number, value: boolean): RecordedChange => ({
      at: hour * 3_600_000,
      resource_id: 'home',
      value,
    })
    const runs = rehearse({
      rule,
      recorded: [home(1, false), home(20, true)],
      start: worldOf(new Map()),
      zone: 'UTC',
      from: 0,
      to: 2 * 86_400_000,
    }).edited
    expect(runs.map(({ steps }) => steps[0]?.told)).toEqual([
      [{ kind: 'person', user_id: 'a', name: 'Anna', why: 'status' }],
      [],
    ])
  })

  const home: HomeFacts = {
    device: () => undefined,
    status: (id) => id === 'home',
    person: (id) => id === 'a',
    vocabulary: catalogued as SceneVocabulary,
    zone: 'UTC',
    now: 0,
  }
  test.each<[string, Recipient[], string[]]>([
    ['one who uses the home', [anna, { kind: 'owner' }, { kind: 'everybody' }], []],
    ['one who does not', [{ ...anna, user_id: 'x' }], ['person_missing']],
    ['a status that is gone', [{ ...anna, while: { ...at(true), resource_id: 'x' } }], ['status_missing']],
    ['one twice', [anna, { ...anna, name: 'Other' }], ['functionality_added']],
    ['everybody twice', [{ kind: 'everybody' }, { kind: 'everybody' }], ['functionality_added']],
    ['nobody', [], ['incomplete']],
  ])('%s: %j has the faults %j', (_what, recipients, codes) => {
    expect(faultsOf(ruleWith(...recipients), home).map(({ code }) => code)).toEqual(codes)
    const named = missingOf(faultsOf(ruleWith(...recipients), home))
    expect(named.every(({ code }) => code.endsWith('_missing'))).toBe(true)
  })

  test('people are not looked at where nobody knows them', () => {
    const { person: _person, ...gateway } = home
    const stranger: Recipient = { ...anna, user_id: 'x' }
    expect(faultsOf(ruleWith(stranger), gateway)).toEqual([])
    expect(faultsOf(ruleWith(stranger), { ...home, person: () => undefined })).toEqual([])
  })
})
