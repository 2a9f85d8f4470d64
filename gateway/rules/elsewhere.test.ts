import { expect, test } from 'vitest'
import type { ActionSet, Recipient, Rule } from '#schemas/generated/entities/rule.ts'
import { namedElsewhere } from './elsewhere.ts'

const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true },
  ...more,
})
const status = (name: string, resource_id?: string) => ({
  ...{ name, state: true },
  ...(resource_id !== undefined && { resource_id }),
})
const anna: Recipient = { kind: 'person', user_id: 'anna', name: 'Anna' }
const ben: Recipient = { kind: 'person', user_id: 'ben', name: 'Ben' }
const tells = (...recipients: Recipient[]) => ({ type: 1 as const, short_desc: 'Hello', recipients })
const does = (more: Partial<ActionSet>): Partial<Rule> => ({ scenes: [{ id: 's', name: 'S', ...more }] })

// decision 0252
test('a scene that needs nothing from elsewhere names nothing', () => {
  expect(namedElsewhere(rule({}))).toBeUndefined()
  expect(namedElsewhere(rule(does({ statuses: [status('Away', 'away')] })))).toBeUndefined()
  expect(namedElsewhere(rule(does({ notifications: [{ type: 1, short_desc: 'Hello' }] })))).toBeUndefined()
  expect(namedElsewhere(rule({ statuses: [status('Nameless')] }))).toBeUndefined()
})

test.each<[string, Partial<Rule>, unknown]>([
  [
    'a status that it waits for',
    { statuses: [status('Away', 'away'), status('Nameless')] },
    { statuses: [{ id: 'away', name: 'Away' }] },
  ],
  [
    'a status that it asks about, once',
    {
      statuses: [status('Away', 'away')],
      only_if: {
        logic: 'ALL',
        conditions: [
          { kind: 'status', id: 'c', status: status('Away', 'away') },
          { kind: 'status', id: 'd', status: status('Night', 'night') },
        ],
      },
    },
    {
      statuses: [
        { id: 'away', name: 'Away' },
        { id: 'night', name: 'Night' },
      ],
    },
  ],
  [
    'calls that it waits for, with and without a name',
    { call_triggers: [{ id: 'watch', name: 'Watch' }, { id: 'bell' }] },
    {
      callers: [
        { id: 'watch', name: 'Watch' },
        { id: 'bell', name: '' },
      ],
    },
  ],
  [
    'an address that it calls, once',
    does({
      notifications: [
        { type: 2, call: { address_id: 'a', name: 'Sprinkler', fields: [] } },
        { type: 2, call: { address_id: 'a', name: 'Sprinkler', fields: [] } },
      ],
    }),
    { addresses: [{ id: 'a', name: 'Sprinkler' }] },
  ],
  [
    'people whom it tells, and none but those',
    does({ notifications: [tells(anna, { kind: 'owner' }), tells({ kind: 'everybody' }, ben)] }),
    {
      people: [
        { id: 'anna', name: 'Anna' },
        { id: 'ben', name: 'Ben' },
      ],
    },
  ],
  [
    'people whom it asks',
    does({ question: { short_desc: 'Well?', answers: [], recipients: [{ kind: 'owner' }, anna] } }),
    { people: [{ id: 'anna', name: 'Anna' }] },
  ],
])('of what only the server knows it names %s', (_what, more, named) => {
  expect(namedElsewhere(rule(more))).toEqual(named)
})
