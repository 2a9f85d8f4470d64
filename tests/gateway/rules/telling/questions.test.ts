import { describe, expect, test } from 'vitest'
import type { ActionSet, Rule, RuleQuestion } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../../rules-kit.ts'
import { TestClock } from '../../test-clock.ts'

const MINUTE = 60_000
const question: RuleQuestion = {
  short_desc: 'Garage is still open',
  answers: [
    { id: 'a', label: 'Close it' },
    { id: 'b', label: 'Leave it' },
  ],
}
const asks = (more: Partial<RuleQuestion> = {}, delay = 10 * MINUTE): ActionSet => ({
  ...{ id: 'ask', name: 'D#E#L#A#Y', delay },
  question: { ...question, ...more },
})
const lampOn = (id: string, lamp: string, on_answer?: ActionSet['on_answer']): ActionSet =>
  acts(id, { devices: [sets(lamp, ['LightService/state', true])], ...(on_answer && { on_answer }) })
const onAnswer = (answer?: string) => ({ set_id: 'ask', ...(answer !== undefined && { answer }) })
const garage = (asked: ActionSet = asks(), more: Partial<Rule> = {}): Rule =>
  ruleOf('garage', {
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [
      asked,
      lampOn('close', 'closing', onAnswer('a')),
      lampOn('leave', 'leaving', onAnswer('b')),
      ...(asked.question?.late ? [] : [lampOn('none', 'nobody', onAnswer())]),
      lampOn('then', 'always'),
    ],
    ...more,
  })
const LAMPS = ['closing', 'leaving', 'nobody', 'always']
const begin = (rule: Rule = garage(), more: Parameters<typeof houseWith>[1] = {}) =>
  houseWith([motion(), ...LAMPS.map(lampNamed)], { rules: [rule], ...more })
type House = Awaited<ReturnType<typeof begin>>

async function run(house: House) {
  house.report('motion', 'MotionService/motion', false)
  house.report('motion', 'MotionService/motion', true)
  await house.clock.pass(10)
}
const last = async (house: House) => (await house.runsOf('garage')).runs[0]
const asked = (house: House) =>
  house.told('rule_notification') as {
    run_id: string
    message_id: string
    question: { answers: unknown; until: number }
    notification: object
  }[]
const closed = (house: House) => house.told('rule_question_closed')
const done = (house: House) => house.driver.orders.map(({ device }) => device)
async function answer(house: House, given: string, user_id = 'u1', more: object = {}) {
  const [{ run_id, message_id } = { run_id: '', message_id: '' }] = asked(house)
  const answered = await house.ask('answer_rule_question', {
    ...{ rule_id: 'garage', run_id, message_id, answer: given, user_id },
    ...more,
  })
  await house.clock.pass(10)
  return answered
}

const versioned = { ...garage(), version: 3 }
/** The machine loses its power, and comes back. */
async function restarted(house: House, store: MemoryStore, after = MINUTE, rule: Rule = versioned) {
  const killed = new MemoryStore()
  killed.entries = new Map(store.entries)
  const clock = new TestClock(house.clock.now() + after)
  const again = await begin(rule, { store: killed, clock })
  await clock.pass(100)
  return again
}

// decision 0248
describe('a message that asks', () => {
  test('goes to people with its answers, and the run waits and says for what', async () => {
    const house = await begin()
    await run(house)
    expect(asked(house)).toMatchObject([
      {
        notification: { type: 1, short_desc: 'Garage is still open', recipients: [{ kind: 'everybody' }] },
        question: { answers: question.answers, until: expect.any(Number) },
      },
    ])
    const waits = await last(house)
    expect(waits).toMatchObject({
      outcome: 'running',
      steps: [{ kind: 'delay', outcome: 'running', question }],
    })
    expect(done(house)).toEqual([])
    await house.clock.pass(5 * MINUTE)
    expect((await last(house))?.outcome).toBe('running')
  })

  test.each([
    ['a', ['closing', 'always']],
    ['b', ['leaving', 'always']],
  ])('the answer %s goes on with its steps, and with what comes in any case: %j', async (given, lamps) => {
    const house = await begin()
    await run(house)
    expect(await answer(house, given)).toMatchObject({ code: 0, data: { answer: given, user_id: 'u1' } })
    expect(done(house)).toEqual(lamps)
    expect(closed(house)).toMatchObject([{ answer: given, user_id: 'u1' }])
    const ran = await last(house)
    expect(ran?.outcome).toBe('done')
    expect(ran?.steps[0]).toMatchObject({ outcome: 'confirmed', met: true, answer: given, answered_by: 'u1' })
    expect(ran?.steps.filter(({ kind }) => kind === 'condition').map(({ met }) => met)).toEqual([
      given === 'a',
      given === 'b',
      false,
    ])
  })

  test('the first answer counts; the second is told it, and whose it was, also when the run is over', async () => {
    const house = await begin()
    await run(house)
    await answer(house, 'a', 'u1')
    for (const [given, user] of [
      ['b', 'u2'],
      ['a', 'u1'],
      ['b', 'u1'],
    ] as const)
      expect(await answer(house, given, user)).toMatchObject({
        code: 0,
        data: { answer: 'a', user_id: 'u1' },
      })
    expect(done(house)).toEqual(['closing', 'always'])
    expect(closed(house)).toHaveLength(1)
  })

  test('two that come together are one answer', async () => {
    const house = await begin()
    await run(house)
    const both = await Promise.all([answer(house, 'a', 'u1'), answer(house, 'b', 'u2')])
    expect(both.map(({ data }) => data)).toEqual(Array(2).fill({ answer: 'a', user_id: 'u1' }))
    expect(done(house)).toEqual(['closing', 'always'])
  })

  test('nobody answers: after the longest time it goes on with that, and whoever is late hears so', async () => {
    const house = await begin()
    await run(house)
    await house.clock.pass(10 * MINUTE)
    expect(done(house)).toEqual(['nobody', 'always'])
    expect(closed(house)).toEqual([
      { rule_id: 'garage', run_id: expect.any(String), message_id: expect.any(String) },
    ])
    expect(await answer(house, 'a')).toMatchObject({ code: 409, message: 'run_over' })
    expect((await last(house))?.steps[0]).toMatchObject({ outcome: 'confirmed', met: false })
  })

  test('or the run ends, where it is to', async () => {
    const house = await begin(garage(asks({ late: 'stop' })))
    await run(house)
    await house.clock.pass(10 * MINUTE)
    expect(done(house)).toEqual([])
    expect(await last(house)).toMatchObject({
      outcome: 'stopped',
      steps: [{ outcome: 'failed', met: false }],
    })
  })

  test('whoever stops the run ends the question', async () => {
    const house = await begin()
    await run(house)
    const waits = await last(house)
    await house.ask('stop_rule_run', { rule_id: 'garage', run_id: waits?.run_id })
    await house.clock.pass(10)
    expect(closed(house)).toHaveLength(1)
    expect(await answer(house, 'a')).toMatchObject({ code: 409, message: 'run_over' })
    expect(done(house)).toEqual([])
  })

  test('what is no answer of it, another message, run or rule, is refused and changes nothing', async () => {
    const house = await begin()
    await run(house)
    expect((await answer(house, 'z')).code).toBe(400)
    for (const other of [{ run_id: 'x' }, { rule_id: 'x' }, { message_id: 'x' }])
      expect((await answer(house, 'a', 'u1', other)).code).toBe(409)
    expect((await last(house))?.outcome).toBe('running')
    expect((await answer(house, 'a')).code).toBe(0)
  })

  test('where nobody could be asked it goes on at once as if nobody had answered', async () => {
    const house = await begin()
    await run(house)
    const [{ run_id, message_id } = { run_id: '', message_id: '' }] = asked(house)
    const told = [{ kind: 'everybody', why: 'no_access' }]
    await house.ask('note_rule_told', { rule_id: 'garage', run_id, message_id, told })
    await house.clock.pass(10)
    expect(done(house)).toEqual(['nobody', 'always'])
    expect((await last(house))?.steps[0]).toMatchObject({
      met: false,
      message: expect.stringMatching(/^NOBODY_TOLD/),
    })
  })

  test('and where it is for nobody by the statuses of then', async () => {
    const only = { resource_id: 'home', name: 'At home', state: true }
    const house = await begin(garage(asks({ recipients: [{ kind: 'owner', while: only }] })), {
      statuses: [{ resource_id: 'home', name: 'At home', icon: 1, state: false }],
    })
    await run(house)
    expect([asked(house), done(house)]).toEqual([[], ['nobody', 'always']])
  })

  test('a home asks twenty things at most at a time: one more goes on as if nobody had answered', async () => {
    const house = await begin(garage(asks(), { run_mode: 'parallel' }))
    const others = Array.from({ length: 21 }, (_, n) => ({
      ...garage(),
      id: `g${n}`,
      name: `g${n}`,
      event_triggers: [],
      scenes: [{ ...asks(), id: `ask${n}` }, lampOn(`then${n}`, 'always')],
    }))
    for (const rule of others) {
      expect(await house.ask('save_rule', { rule, base: 0 })).toMatchObject({ code: 0 })
      await house.ask('play_rule', { rule_id: rule.id })
    }
    await house.clock.pass(10)
    expect(asked(house)).toHaveLength(20)
    const [ran] = (await house.runsOf('g20')).runs
    expect(ran?.steps[0]?.message).toMatch(/^TOO_MANY_QUESTIONS/)
    expect(done(house)).toEqual(['always'])
  })

  test('waits on over a restart of the gateway, asks once more, and goes on with what is left', async () => {
    const store = new MemoryStore()
    const house = await begin(versioned, { store })
    await run(house)
    await house.clock.pass(4 * MINUTE)
    const again = await restarted(house, store)
    const [first, second] = [asked(house)[0], asked(again)[0]]
    expect(second).toMatchObject({
      message_id: first?.message_id,
      question: { until: first?.question.until },
    })
    expect((await last(again))?.outcome).toBe('running')
    expect((await answer(again, 'b')).code).toBe(0)
    await again.clock.pass(61_000)
    expect(done(again)).toEqual(['leaving', 'always'])
  })

  test('and is late then as it would have been', async () => {
    const store = new MemoryStore()
    const house = await begin(versioned, { store })
    await run(house)
    const again = await restarted(house, store, 11 * MINUTE)
    await again.clock.pass(61_000)
    expect(done(again)).toEqual(['nobody', 'always'])
  })

  test('an answer that was taken counts also where the machine dies right after it', async () => {
    const store = new MemoryStore()
    const house = await begin(versioned, { store })
    await run(house)
    const [{ run_id, message_id } = { run_id: '', message_id: '' }] = asked(house)
    const given = { rule_id: 'garage', run_id, message_id, answer: 'a', user_id: 'u1' }
    const killed = new MemoryStore()
    house.driver.onSet = () => new Promise(() => {})
    expect((await house.ask('answer_rule_question', given)).code).toBe(0)
    killed.entries = new Map(store.entries)
    const clock = new TestClock(house.clock.now() + MINUTE)
    const again = await begin(versioned, { store: killed, clock })
    await clock.pass(61_000)
    expect(await again.ask('answer_rule_question', { ...given, answer: 'b', user_id: 'u2' })).toMatchObject({
      data: { answer: 'a', user_id: 'u1' },
    })
    expect(done(again)).not.toContain('leaving')
  })

  test('of a scene that was changed meanwhile is closed, and nothing goes on', async () => {
    const store = new MemoryStore()
    const house = await begin(versioned, { store })
    await run(house)
    const again = await restarted(house, store, MINUTE, { ...versioned, version: 4 })
    expect(closed(again)).toHaveLength(1)
    expect(await last(again)).toMatchObject({ outcome: 'stopped', broken_off: 'changed' })
  })

  test.each<[string, Partial<RuleQuestion>, number, Partial<ActionSet>]>([
    ['no answer', { answers: [] }, MINUTE, {}],
    [
      'two answers of one name',
      {
        answers: [
          { id: 'a', label: 'Yes' },
          { id: 'b', label: ' yes' },
        ],
      },
      MINUTE,
      {},
    ],
    [
      'two answers of one id',
      {
        answers: [
          { id: 'a', label: 'Yes' },
          { id: 'a', label: 'No' },
        ],
      },
      MINUTE,
      {},
    ],
    ['an answer without a word', { answers: [{ id: 'a', label: ' ' }] }, MINUTE, {}],
    ['no text', { short_desc: '' }, MINUTE, {}],
    ['no longest time', {}, 0, {}],
    ['a pause that also waits for something', {}, MINUTE, { until: { logic: 'ALL', conditions: [] } }],
    ['a time by chance', {}, MINUTE, { spread: 1000 }],
  ])('%s is refused', async (_what, more, delay, set) => {
    const house = await begin()
    const rule = ruleOf('x', { scenes: [{ ...asks(more, delay), id: 'x1', ...set }, lampOn('x2', 'always')] })
    expect(await house.ask('save_rule', { rule, base: 0 })).toMatchObject({
      code: 409,
      message: 'incomplete',
    })
  })

  test.each<[string, ActionSet['on_answer'], Partial<ActionSet>]>([
    ['of no question', { set_id: 'elsewhere' }, {}],
    ['that the question has not', { set_id: 'x1', answer: 'z' }, {}],
    ['beside a condition', { set_id: 'x1', answer: 'a' }, { otherwise: true }],
  ])('steps for an answer %s are refused', async (_what, on_answer, more) => {
    const house = await begin()
    const rule = ruleOf('x', {
      scenes: [
        { ...asks(), id: 'x1' },
        { ...lampOn('x2', 'always'), ...(on_answer && { on_answer }), ...more },
      ],
    })
    expect(await house.ask('save_rule', { rule, base: 0 })).toMatchObject({
      code: 409,
      message: 'incomplete',
    })
  })

  test('steps for no answer where the run ends without one are refused', async () => {
    const house = await begin()
    const rule = ruleOf('x', {
      scenes: [{ ...asks({ late: 'stop' }), id: 'x1' }, lampOn('x2', 'always', { set_id: 'x1' })],
    })
    expect((await house.ask('save_rule', { rule, base: 0 })).message).toBe('incomplete')
  })

  test('an answer is called as its question calls it now', async () => {
    const house = await begin()
    const { data } = await house.ask('get_rules')
    const [rule] = (data as { rules: Rule[] }).rules
    expect(rule?.scenes?.map(({ on_answer }) => on_answer?.label)).toEqual([
      ...[undefined, 'Close it', 'Leave it', undefined, undefined],
    ])
  })
})
