import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const onMotion = ruleOf('light', {
  event_triggers: [when('motion', 'MotionService/motion', true)],
  scenes: [acts('on', { devices: [sets('hall', ['LightService/state', true])] })],
})

describe('a rule runs', () => {
  test('when its device reports, once, and says step by step what came of it', async () => {
    const { report, clock, driver, runsOf, told } = await houseWith([motion(), lampNamed('hall')], {
      rules: [onMotion],
    })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    report('motion', 'MotionService/motion', true)
    await clock.pass(1000)
    expect(driver.orders).toMatchObject([{ device: 'hall', property: 'state', value: true }])
    const { runs } = await runsOf('light')
    expect(runs).toMatchObject([
      {
        rule_id: 'light',
        rule_name: 'light',
        outcome: 'done',
        trigger: { type: 'DEVICE_TRIGGER', device_id: 'motion', found: true },
        steps: [
          { kind: 'device', device_id: 'hall', device_name: 'hall', value: true, outcome: 'confirmed' },
        ],
      },
    ])
    const tellings = told('rule_run_changed').map(({ run }) => (run as { outcome: string }).outcome)
    expect(tellings[0]).toBe('running')
    expect(tellings.at(-1)).toBe('done')
  })

  test('its action sets one after the other, with pauses between them', async () => {
    const rule = ruleOf('goodnight', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [
        acts('first', { devices: [sets('a', ['LightService/state', false])] }),
        pauseOf(60_000),
        acts('second', { delay: 5000, devices: [sets('b', ['LightService/state', false])] }),
      ],
    })
    const { report, clock, driver, runsOf } = await houseWith([motion(), lampNamed('a'), lampNamed('b')], {
      rules: [rule],
    })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(59_999)
    expect(driver.orders.map(({ device }) => device)).toEqual(['a'])
    expect((await runsOf()).runs[0]).toMatchObject({
      outcome: 'running',
      steps: [{}, { kind: 'delay', delay: 60_000, outcome: 'running' }],
    })
    await clock.pass(4000)
    expect(driver.orders).toHaveLength(1)
    await clock.pass(1500)
    expect(driver.orders.map(({ device }) => device)).toEqual(['a', 'b'])
    expect((await runsOf()).runs[0]?.steps.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'device confirmed',
      'delay confirmed',
      'delay confirmed',
      'device confirmed',
    ])
  })

  test('one setting of a device after the other, in their order', async () => {
    const rule = ruleOf('both', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [
        acts('on', {
          devices: [sets('hall', ['LightService/state', true], ['LightService/brightness', 40])],
        }),
      ],
    })
    const { report, clock, driver } = await houseWith([motion(), lampNamed('hall')], { rules: [rule] })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(10)
    expect(driver.orders.map(({ property }) => property)).toEqual(['state', 'brightness'])
  })

  test('what a device refuses, does not answer or answers otherwise stands in the run, and is no success', async () => {
    const rule = ruleOf('all', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [
        acts('on', {
          devices: ['dead', 'silent', 'other', 'gone', 'well'].map((id) =>
            sets(id, ['LightService/brightness', 100]),
          ),
        }),
      ],
    })
    const { report, clock, driver, runsOf } = await houseWith(
      [motion(), ...['dead', 'silent', 'other', 'well'].map(lampNamed)],
      { rules: [rule], answers: false },
    )
    driver.onSet = async ({ id, device, service, property, value }) => {
      if (device === 'dead')
        driver.host.failed({
          device,
          service,
          property,
          request: id,
          code: 'NO_ACK',
          message: 'The device does not answer',
        })
      if (device === 'other') driver.host.report({ device, service, property, value: 7, cause: id })
      if (device === 'well') driver.host.report({ device, service, property, value, cause: id })
    }
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(20_000)
    const [run] = (await runsOf('all')).runs
    expect(run?.outcome).toBe('partly')
    const byDevice = Object.fromEntries((run?.steps ?? []).map((step) => [step.device_id, step]))
    expect(byDevice).toMatchObject({
      dead: { outcome: 'failed', message: 'NO_ACK: The device does not answer' },
      silent: { outcome: 'accepted', message: 'NO_REPORT: The device has not reported' },
      other: { outcome: 'diverged', reported: 7 },
      gone: { outcome: 'failed', code: 404 },
      well: { outcome: 'confirmed' },
    })
  })

  test('what can only be ordered is done once it is taken', async () => {
    const rule = ruleOf('ring', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [acts('on', { devices: [sets('hall', ['LightService/identify', true])] })],
    })
    const { report, runsOf } = await houseWith([motion(), lampNamed('hall')], {
      rules: [rule],
      answers: false,
    })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await settle()
    expect((await runsOf('ring')).runs).toMatchObject([{ outcome: 'done', steps: [{ outcome: 'accepted' }] }])
  })

  test('anew when it is set off while it waits: the older run is stopped', async () => {
    const rule = ruleOf('stairs', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [
        acts('on', { devices: [sets('hall', ['LightService/state', true])] }),
        pauseOf(60_000),
        acts('off', { devices: [sets('hall', ['LightService/state', false])] }),
      ],
    })
    const { report, clock, driver, runsOf } = await houseWith([motion(), lampNamed('hall')], {
      rules: [rule],
    })
    const walkIn = async () => {
      report('motion', 'MotionService/motion', false)
      report('motion', 'MotionService/motion', true)
      await settle()
    }
    await walkIn()
    await clock.pass(40_000)
    await walkIn()
    await clock.pass(59_000)
    expect(driver.orders.map(({ value }) => value)).toEqual([true, true])
    await clock.pass(2000)
    expect(driver.orders.map(({ value }) => value)).toEqual([true, true, false])
    expect((await runsOf('stairs')).runs.map(({ outcome }) => outcome)).toEqual(['done', 'stopped'])
  })

  test.each(['draft', 'inactive'])(
    'never while it is %s; what an inactive one misses is kept',
    async (kind) => {
      const rule = { ...onMotion, ...(kind === 'draft' ? { draft: true } : { active: false }) }
      const { report, clock, driver, runsOf } = await houseWith([motion(), lampNamed('hall')], {
        rules: [rule],
      })
      report('motion', 'MotionService/motion', false)
      report('motion', 'MotionService/motion', true)
      await clock.pass(1000)
      expect(driver.orders).toEqual([])
      const { runs, misses } = await runsOf('light')
      expect(runs).toEqual([])
      if (kind === 'inactive') expect(misses).toMatchObject([{ why: [{ reason: 'inactive' }] }])
    },
  )

  test('2.7 play_rule: at once, whatever its triggers say; the run says who played it', async () => {
    const { ask, driver, clock, runsOf } = await houseWith([motion(), lampNamed('hall')], {
      rules: [{ ...onMotion, active: false }],
    })
    const { code, data } = await ask('play_rule', { rule_id: 'light' }, { userId: 'bruno' })
    expect(code).toBe(0)
    await clock.pass(500)
    expect(driver.orders).toHaveLength(1)
    expect((await runsOf('light')).runs).toMatchObject([
      {
        run_id: (data as { run_id: string }).run_id,
        outcome: 'done',
        trigger: { type: 'PLAYED', user_id: 'bruno' },
      },
    ])
    expect(await ask('play_rule', { rule_id: 'nobody' })).toMatchObject({ code: 404 })
  })

  test('L-03 five retries of play_rule act once', async () => {
    const { ask, driver, clock } = await houseWith([motion(), lampNamed('hall')], { rules: [onMotion] })
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask('play_rule', { rule_id: 'light' }, { id })),
    )
    await clock.pass(500)
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(driver.orders).toHaveLength(1)
  })
})

describe('runs and restarts', () => {
  const stairs = ruleOf('stairs', {
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [
      acts('on', { devices: [sets('hall', ['LightService/state', true])] }),
      pauseOf(60_000),
      acts('off', { devices: [sets('hall', ['LightService/state', false])] }),
    ],
  })

  test('L-08 an order that was on its way when the gateway died has an unknown outcome', async () => {
    const store = new MemoryStore()
    const clock = new TestClock()
    const first = await houseWith([motion(), lampNamed('hall')], {
      rules: [stairs],
      store,
      clock,
      answers: false,
    })
    first.driver.onSet = () => new Promise(() => {})
    first.report('motion', 'MotionService/motion', false)
    first.report('motion', 'MotionService/motion', true)
    await clock.pass(1500)
    const after = new MemoryStore()
    after.entries = new Map(store.entries)
    const second = await houseWith([motion(), lampNamed('hall')], {
      rules: [stairs],
      store: after,
      clock: new TestClock(clock.now()),
    })
    expect((await second.runsOf('stairs')).runs).toMatchObject([
      { outcome: 'stopped', steps: [{ outcome: 'failed', code: 425 }] },
    ])
  })
})
