import { describe, expect, test } from 'vitest'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { resumptionOf } from './rule-resume.ts'

const HOUR = 3_600_000
const AT = 1_000_000
const waits = (id: string, delay: number, more: Partial<ActionSet> = {}): ActionSet => ({
  id,
  name: id,
  delay,
  ...more,
})
const acts: ActionSet = {
  id: 'acts',
  name: 'acts',
  statuses: [{ resource_id: 'away', name: 'Away', state: true }],
}
const rule = (scenes: ActionSet[], more: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  name: 'Rule',
  rule_logic: 'OR',
  active: true,
  version: 3,
  scenes,
  ...more,
})
const pause = (scene_id: string, delay: number, more: Partial<RunStep> = {}): RunStep =>
  ({ kind: 'delay', scene_id, delay, at: AT, outcome: 'running', ...more }) as RunStep
const did: RunStep = { kind: 'status', scene_id: 'acts', at: AT, outcome: 'confirmed' } as RunStep
const run = (steps: RunStep[], more: Partial<RuleRun> = {}): RuleRun => ({
  run_id: 'run',
  rule_id: 'rule',
  rule_name: 'Rule',
  at: AT,
  version: 3,
  trigger: { type: 'TIME_TRIGGER', at: AT },
  outcome: 'running',
  steps,
  ...more,
})

describe('L-08 a run that a restart interrupted in a pause', () => {
  const sets = [acts, waits('w', 5000)]

  test('L-08 goes on with what is left of it', () => {
    const left = (now: number) => resumptionOf(run([did, pause('w', 5000)]), rule(sets), now)
    expect(left(AT + 2000)).toEqual({ set: 1, step: 1, left: 3000 })
    expect(left(AT + 5000)).toEqual({ set: 1, step: 1, left: 0 })
    expect(left(AT + 60_000)).toEqual({ set: 1, step: 1, left: 0 })
    // A clock that was set back.
    expect(left(AT - 60_000)).toEqual({ set: 1, step: 1, left: 5000 })
  })

  // decision 0165
  test('L-08 goes on where chance has drawn the pause, and not with one that it could not draw', () => {
    const random = rule([acts, waits('w', 5000, { spread: 3000 })])
    const found = (drawn: number) => resumptionOf(run([did, pause('w', drawn)]), random, AT + 2000)
    expect([5000, 8000].map(found)).toEqual([
      { set: 1, step: 1, left: 3000 },
      { set: 1, step: 1, left: 6000 },
    ])
    expect([4999, 8001].map(found)).toEqual(['changed', 'changed'])
  })

  test('L-08 does not go on an hour too late', () => {
    const late = (now: number) => resumptionOf(run([did, pause('w', 5000)]), rule(sets), now)
    expect(late(AT + 5000 + HOUR - 1)).toMatchObject({ left: 0 })
    expect(late(AT + 5000 + HOUR)).toBe('too_late')
  })

  test('L-08 goes on with the second of two pauses when it is that one', () => {
    const two = [waits('one', 1000), acts, waits('two', 5000), acts]
    const steps = [pause('one', 1000, { outcome: 'confirmed' }), did, pause('two', 5000)]
    expect(resumptionOf(run(steps), rule(two), AT)).toEqual({ set: 2, step: 2, left: 5000 })
  })

  test.each([
    ['the rule has another version', run([did, pause('w', 5000)], { version: 2 }), sets],
    ['the pause is longer now', run([did, pause('w', 4000)]), sets],
    ['another set waits now', run([did, pause('gone', 5000)]), sets],
    ['nothing waits any more', run([did, pause('w', 5000)]), [acts]],
    ['the rule has no actions any more', run([did, pause('w', 5000)]), []],
  ])('L-08 does not go on when %s', (_what, interrupted, scenes) => {
    expect(resumptionOf(interrupted, rule(scenes), AT)).toBe('changed')
  })

  test('L-08 whose rule is gone, begun anew or switched off is over without a word', () => {
    const interrupted = run([did, pause('w', 5000)])
    expect(resumptionOf(interrupted, undefined, AT)).toBeUndefined()
    expect(resumptionOf(interrupted, rule(sets, { draft: true }), AT)).toBeUndefined()
    expect(resumptionOf(interrupted, rule(sets, { active: false }), AT)).toBeUndefined()
  })

  test('L-08 that a person played goes on where the rule is switched off', () => {
    const played = run([did, pause('w', 5000)], { trigger: { type: 'PLAYED', at: AT } })
    expect(resumptionOf(played, rule(sets, { active: false }), AT)).toMatchObject({ left: 5000 })
  })
})

describe('L-08 a run that a restart interrupted outside of a pause', () => {
  const whole: ActionSet = {
    id: 'all',
    name: 'all',
    delay: 10,
    devices: [
      { id: 'd1', settings: [1, 2].map(() => ({ service_name: 'S', property_name: 'p', value: true })) },
      { id: 'd2', settings: [{ service_name: 'S', property_name: 'p', value: true }] },
    ],
    statuses: [{ resource_id: 'away', name: 'Away', state: true }],
    notifications: [{ type: 1 }] as never,
    alarms: [{ alarmId: 1 }] as never,
  }
  const only: ActionSet = { id: 'only', name: 'D#E#L#A#Y', delay: 10 }

  test('L-08 is broken off as long as something had not begun', () => {
    const steps = (count: number) => [
      pause('all', 10, { outcome: 'confirmed' }),
      ...Array.from({ length: count - 1 }, () => ({ ...did, scene_id: 'all' })),
    ]
    const waited = pause('only', 10, { outcome: 'confirmed' })
    expect(resumptionOf(run(steps(6)), rule([whole]), AT)).toBe('restarted')
    expect(resumptionOf(run(steps(7)), rule([whole]), AT)).toBeUndefined()
    expect(resumptionOf(run(steps(7)), rule([whole, only]), AT)).toBe('restarted')
    expect(resumptionOf(run([...steps(7), waited]), rule([whole, only]), AT)).toBeUndefined()
  })

  test('L-08 of a rule without actions nothing is missed', () => {
    const { scenes: _, ...empty } = rule([])
    expect(resumptionOf(run([]), empty, AT)).toBeUndefined()
  })

  // decision 0205
  test('L-08 whose last step had nothing to do is whole; one that is still repeated is not', () => {
    const asked: ActionSet = { ...acts, only_if: { logic: 'ALL', conditions: [] } }
    const condition = (outcome: 'skipped' | 'confirmed') =>
      ({ kind: 'condition', scene_id: 'acts', at: AT, outcome }) as RunStep
    expect(resumptionOf(run([condition('skipped')]), rule([asked]), AT)).toBeUndefined()
    expect(resumptionOf(run([condition('confirmed')]), rule([asked]), AT)).toBe('restarted')
    expect(resumptionOf(run([condition('confirmed'), did]), rule([asked]), AT)).toBeUndefined()

    const again: ActionSet = { ...acts, repeat: { times: 3, pause: 1000 } }
    const repeat = (outcome: 'running' | 'confirmed') =>
      ({ kind: 'repeat', scene_id: 'acts', at: AT, count: 1, outcome }) as RunStep
    expect(resumptionOf(run([repeat('running'), did]), rule([again]), AT)).toBe('restarted')
    expect(resumptionOf(run([repeat('confirmed'), did]), rule([again]), AT)).toBeUndefined()
  })

  test('L-08 between two times of what is repeated goes on there, unless that is another one now', () => {
    const again: ActionSet = { ...acts, delay: 500, repeat: { times: 3, pause: 1000 } }
    const repeat = { kind: 'repeat', scene_id: 'acts', at: AT, count: 1, outcome: 'running' } as RunStep
    const steps = [pause('acts', 500, { outcome: 'confirmed' }), repeat, did, pause('acts', 1000)]
    expect(resumptionOf(run(steps), rule([acts, again]), AT + 400)).toEqual({
      ...{ set: 1, step: 3, left: 600, repeat: 1 },
    })
    const other = { ...again, repeat: { times: 3, pause: 2000 } }
    expect(resumptionOf(run(steps), rule([acts, other]), AT)).toBe('changed')
  })
})
