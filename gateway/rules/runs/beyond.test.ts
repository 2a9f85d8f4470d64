import { describe, expect, test } from 'vitest'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { speaksBeyond } from '../parts.ts'

const doing = (set: Partial<ActionSet>): Partial<Rule> => ({ scenes: [{ id: 's', name: 'S', ...set }] })
const rule = (rest: Partial<Rule>): Rule => ({ id: 'r', name: 'R', rule_logic: 'OR', active: true, ...rest })
const told = { kind: 'status', id: 'v1', resource_id: 'away', name: 'Away' } as const
const place = { service_name: 'LightService', property_name: 'state' }

// decision 0173
describe('what a gateway that is older than our fields refuses', () => {
  test.each<[Partial<Rule>, boolean]>([
    [{}, false],
    [doing({ delay: 1000, statuses: [{ name: 'Away', state: true }] }), false],
    [doing({ devices: [{ id: 'lamp', settings: [{ ...place, value: true }] }] }), false],
    [doing({ devices: [{ id: 'lamp', settings: [{ ...place, computed: { kind: 'toggle' } }] }] }), true],
    [doing({ delay: 1000, spread: 1000 }), true],
    [doing({ delay: 1000, until: { logic: 'ALL', conditions: [] } }), true],
    [doing({ rules: [] }), false],
    [doing({ rules: [{ rule_id: 'off', name: 'Off', act: 'run' }] }), true],
    [doing({ notifications: [{ type: 1, desc: '{{v1}}' }] }), false],
    [doing({ notifications: [{ type: 1, desc: '{{v1}}', values: [told] }] }), true],
    [doing({ notifications: [{ type: 1, short_desc: 'Wet', recipients: [{ kind: 'owner' }] }] }), true],
    [doing({ delay: 1000, question: { short_desc: 'Well?', answers: [] } }), true],
    [doing({ on_answer: { set_id: 's' } }), true],
    [doing({ by_chance: 'one' }), true],
    [{ silence_triggers: [] }, false],
    [{ silence_triggers: [{ id: 'q', device_id: 'd', after: 60_000 }] }, true],
    [{ run_triggers: [{ id: 'e', rule_id: 'x', name: 'X', end: 'over' }] }, true],
    [{ run_mode: 'queued' }, true],
    [{ only_if: { logic: 'ALL', conditions: [] } }, true],
  ])('%j: %s', (rest, beyond) => expect(speaksBeyond(rule(rest))).toBe(beyond))
})
