import { expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { sceneContent } from './scene-content.ts'

type Reach = Parameters<typeof sceneContent.look>[0]
type Step = NonNullable<Rule['scenes']>[number]

const kind = { service_name: 'LightService', property_name: 'state' }
const wanted: Parameters<typeof sceneContent.look>[1] = {
  rule: {
    name: 'Gute Nacht',
    rule_logic: 'OR',
    scenes: [{ name: 'Aus', devices: [{ ...kind, value: 'OFF' }] }],
  },
}
const step: Step = {
  id: 's1',
  name: 'Aus',
  devices: [{ id: 'lamp', settings: [{ ...kind, value: 'OFF' }] }],
}

/** A home with one lamp and this scene. */
const home = (more: Partial<Step>): Reach =>
  ({
    devices: async () => [
      { id: 'lamp', service_list: [{ name: 'LightService', property_list: [{ name: 'state' }] }] },
    ],
    ask: async (command: string) =>
      command === 'get_rules'
        ? {
            rules: [
              {
                id: 'r1',
                name: 'Gute Nacht',
                rule_logic: 'OR',
                active: true,
                scenes: [{ ...step, ...more }],
              },
            ],
          }
        : { versions: [] },
  }) as unknown as Reach

const saysOf = async (more: Partial<Step>) =>
  (await sceneContent.look(home(more), wanted, (name) => name)).says

test('a home that has the scene is left alone', async () => {
  expect(await saysOf({ alarms: [], push_notification: 0 })).toBe('same')
})

test.each<[string, Partial<Step>]>([
  [
    'asks a question',
    {
      question: { short_desc: 'Ganz aus?', answers: [{ id: 'a1', label: 'Ja' }] },
    } as unknown as Partial<Step>,
  ],
  ['goes on with an answer', { on_answer: { step: 's0', label: 'Ja' } } as unknown as Partial<Step>],
  ['is drawn by chance', { by_chance: 'one' }],
  ['asks before', { only_if: {} } as Partial<Step>],
  ['rings an alarm', { alarms: [1] } as unknown as Partial<Step>],
])('a scene of that name whose step %s is another one, and is replaced', async (_what, more) => {
  expect(await saysOf(more)).toBe('replaces')
})
