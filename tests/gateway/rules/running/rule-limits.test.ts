import { describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const STATE = 'LightService/state'
const off = { name: 'Away', icon: 15, state: false }

/** Each turns over what the other has turned. */
const quarrel = [
  ruleOf('on', {
    event_triggers: [when('hall', STATE, false)],
    scenes: [acts('a', { devices: [sets('hall', [STATE, true])] })],
  }),
  ruleOf('off', {
    event_triggers: [when('hall', STATE, true)],
    scenes: [acts('b', { devices: [sets('hall', [STATE, false])] })],
  }),
]

describe('rules that set one another off', () => {
  test('are held back after eight in a row, and said to be; each run says which one set it off', async () => {
    const { report, clock, driver, runsOf } = await houseWith([lampNamed('hall')], { rules: quarrel })
    report('hall', STATE, true)
    report('hall', STATE, false)
    await clock.pass(5000)
    expect(driver.orders.length).toBeLessThanOrEqual(2 * 9)
    const { runs } = await runsOf()
    expect(runs.filter(({ outcome }) => outcome === 'throttled').length).toBeGreaterThan(0)
    const ids = new Set(runs.map(({ run_id }) => run_id))
    const caused = runs.filter(({ caused_by_run }) => caused_by_run !== undefined)
    expect(caused.length).toBeGreaterThan(6)
    expect(caused.every(({ caused_by_run = '' }) => ids.has(caused_by_run))).toBe(true)
    const before = driver.orders.length
    report('hall', STATE, true)
    await clock.pass(1000)
    expect(driver.orders.length - before).toBeLessThanOrEqual(1)
  })

  test('stand in the list of rules with the circle that they are part of, and no others', async () => {
    const alone = ruleOf('alone', {
      event_triggers: [when('hall', STATE, true)],
      scenes: [acts('c', { devices: [sets('porch', [STATE, true])] })],
    })
    const { ask } = await houseWith([lampNamed('hall'), lampNamed('porch')], { rules: [...quarrel, alone] })
    const { rules } = (await ask('get_rules_list')).data as { rules: { id: string; loop?: string[] }[] }
    const loops = Object.fromEntries(rules.map(({ id, loop }) => [id, loop?.toSorted()]))
    expect(loops).toEqual({ on: ['off', 'on'], off: ['off', 'on'], alone: undefined })
  })

  test('a home has a thousand rules at most', async () => {
    const rules = Array.from({ length: 999 }, (_, n) => ruleOf(`r${n}`, { active: false }))
    const { ask } = await houseWith([lampNamed('hall')], { rules })
    expect((await ask('create_rule', { name: 'The last' })).code).toBe(0)
    expect(await ask('create_rule', { name: 'One more' })).toMatchObject({
      code: 409,
      message: 'There are too many rules',
    })
  })

  test('a rule that fires more than ten times in ten seconds rests for a minute, and then runs again', async () => {
    const rule = ruleOf('light', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [acts('a', { devices: [sets('hall', [STATE, true])] })],
    })
    const { report, clock, driver, runsOf, ask } = await houseWith([motion(), lampNamed('hall')], {
      rules: [rule],
    })
    const flap = async (times: number) => {
      for (let at = 0; at < times; at++) {
        report('motion', 'MotionService/motion', false)
        report('motion', 'MotionService/motion', true)
        await settle()
      }
    }
    await flap(30)
    expect(driver.orders).toHaveLength(10)
    const { data } = await ask('get_rules_list')
    expect(data).toMatchObject({
      rules: [{ id: 'light', throttled_until: clock.now() + 60_000, last_run: { outcome: 'throttled' } }],
    })
    const { runs, misses } = await runsOf('light')
    expect(runs.filter(({ outcome }) => outcome === 'throttled')).toHaveLength(1)
    expect(misses.map(({ why }) => why[0]?.reason)).toContain('throttled')
    await clock.pass(60_001)
    await flap(1)
    expect(driver.orders).toHaveLength(11)
  })

  test('statuses too: a rule that a status sets off says which run switched it', async () => {
    const statuses = [{ resource_id: 'away', ...off }]
    const rules = [
      ruleOf('leave', {
        event_triggers: [when('motion', 'MotionService/motion', true)],
        scenes: [acts('a', { statuses: [{ resource_id: 'away', name: 'Away', state: true }] })],
      }),
      ruleOf('dark', {
        statuses: [{ resource_id: 'away', name: 'Away', state: true }],
        scenes: [acts('b', { devices: [sets('hall', [STATE, false])] })],
      }),
    ]
    const { report, clock, driver, runsOf, ask } = await houseWith([motion(), lampNamed('hall')], {
      rules,
      statuses,
    })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(100)
    expect(driver.orders).toMatchObject([{ device: 'hall', value: false }])
    const [leave] = (await runsOf('leave')).runs
    expect((await runsOf('dark')).runs).toMatchObject([
      { caused_by_run: leave?.run_id, trigger: { type: 'STATUS_TRIGGER' } },
    ])
    const { data } = await ask('get_scenario_statuses_collection')
    expect(JSON.stringify(data)).toContain(`"run_id":"${leave?.run_id}"`)
  })
})

describe('Z-08 a gateway that is being replaced', () => {
  const rule = ruleOf('light', {
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [acts('a', { devices: [sets('hall', [STATE, true])] })],
  })

  test('lets no rule act, says so, and lets them act again afterwards', async () => {
    const rests = vi.fn(
      async (): Promise<{ code: number; message: string } | undefined> => ({ code: 409, message: 'busy' }),
    )
    const { report, clock, driver, runsOf, ask } = await houseWith([motion(), lampNamed('hall')], {
      rules: [rule],
      rests,
    })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(1000)
    expect(driver.orders).toEqual([])
    expect(await runsOf('light')).toMatchObject({ runs: [], misses: [{ why: [{ reason: 'gateway_busy' }] }] })
    expect(await ask('play_rule', { rule_id: 'light' })).toMatchObject({ code: 409, message: 'busy' })
    rests.mockResolvedValue(undefined)
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(1000)
    expect(driver.orders).toHaveLength(1)
  })

  test('Z-08 what keeps people from ordering does not keep rules: the house lives on', async () => {
    const conditions = () => ({ code: -1, message: 'Privileged mode is active' })
    const { report, clock, driver, ask } = await houseWith([motion(), lampNamed('hall')], {
      rules: [rule],
      conditions,
    })
    expect(await ask('play_rule', { rule_id: 'light' })).toMatchObject({ code: -1 })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(1000)
    expect(driver.orders).toHaveLength(1)
  })
})

describe('what runs leave behind', () => {
  test('S-08 at most 100 runs of a rule, 30 days', async () => {
    const store = new MemoryStore()
    const clock = new TestClock()
    const { ask, runsOf } = await houseWith([lampNamed('hall')], {
      rules: [ruleOf('light', { scenes: [acts('a', { devices: [sets('hall', [STATE, true])] })] })],
      store,
      clock,
    })
    for (let at = 0; at < 130; at++) {
      await ask('play_rule', { rule_id: 'light' })
      await clock.pass(1500)
    }
    const { data } = await ask('get_rule_runs', { rule_id: 'light', limit: 100 })
    expect((data as { runs: unknown[] }).runs).toHaveLength(100)
    await clock.pass(2000)
    expect([...store.entries.keys()].filter((key) => key.startsWith('run/'))).toHaveLength(100)
    await clock.pass(31 * 86_400_000)
    expect((await runsOf('light')).runs).toEqual([])
  })

  test('a rule that is deleted or switched off while it waits is stopped', async () => {
    const rule = ruleOf('light', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [acts('a', { delay: 60_000, devices: [sets('hall', [STATE, true])] })],
    })
    for (const [command, params] of [
      ['delete_rule', { rule_id: 'light' }],
      ['update_rule_info', { rule_id: 'light', active: false }],
    ] as const) {
      const { report, clock, driver, runsOf, ask } = await houseWith([motion(), lampNamed('hall')], {
        rules: [rule],
      })
      report('motion', 'MotionService/motion', false)
      report('motion', 'MotionService/motion', true)
      await clock.pass(1000)
      expect(await ask(command, params)).toMatchObject({ code: 0 })
      await clock.pass(120_000)
      expect(driver.orders).toEqual([])
      expect((await runsOf('light')).runs).toMatchObject([
        { outcome: 'stopped', steps: [{ kind: 'delay', outcome: 'skipped' }] },
      ])
    }
  })

  test('Z-09 fifty at once play a rule: fifty runs, each its own, and the last one stands', async () => {
    const rule = ruleOf('light', {
      scenes: [acts('a', { delay: 1000, devices: [sets('hall', [STATE, true])] })],
    })
    const { ask, clock, driver } = await houseWith([lampNamed('hall')], { rules: [rule] })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask('play_rule', { rule_id: 'light' })),
    )
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(50)
    await clock.pass(5000)
    expect(driver.orders).toHaveLength(1)
  })
})

describe('notifications', () => {
  test('mails, pushes and alarms are told for the server to deliver; the third kind never', async () => {
    const mail = {
      type: 0 as const,
      notification_id: 'n1',
      destination: 'seraina@example.com',
      short_desc: 'Water',
      desc: 'In the kitchen',
    }
    const rule = ruleOf('water', {
      scenes: [
        acts('a', {
          notifications: [mail, { type: 1, short_desc: 'Water' }, { type: 2 }],
          alarms: [{ alarmId: 1002 }],
        }),
      ],
    })
    const { ask, clock, told, runsOf } = await houseWith([lampNamed('hall')], {
      rules: [rule],
      alarms: () => [{ alarmId: 1002, alarm: [{ name: 'Flood', desc: 'Somewhere is water' }] }],
    })
    await ask('play_rule', { rule_id: 'water' })
    await clock.pass(1000)
    const [run] = (await runsOf('water')).runs
    const about = { rule_id: 'water', rule_name: 'water', run_id: run?.run_id }
    expect(told('rule_notification')).toEqual([
      { ...about, notification: mail },
      { ...about, notification: { type: 1, short_desc: 'Water' } },
      { ...about, alarmId: 1002, notification: { type: 1, short_desc: 'Flood', desc: 'Somewhere is water' } },
    ])
    expect(run?.steps.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'notification accepted',
      'notification accepted',
      'notification skipped',
      'alarm accepted',
    ])
  })
})

describe('a reset', () => {
  test('leaves neither rules nor statuses, runs, causes or records, also after what was on its way', async () => {
    const store = new MemoryStore()
    const rule = ruleOf('light', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [acts('a', { delay: 60_000, devices: [sets('hall', [STATE, true])] })],
    })
    const statuses = [{ resource_id: 'away', ...off }]
    const house = await houseWith([motion(), lampNamed('hall')], { rules: [rule], statuses, store })
    await house.ask('update_rule_info', { rule_id: 'light', name: 'Light' })
    await house.ask('set_scenario_status', { resource_id: 'away', state: true })
    await house.set(STATE, true, { device: 'hall' })
    for (const lux of [1, 2]) house.report('motion', 'MotionService/lux', lux)
    house.report('motion', 'MotionService/motion', false)
    house.report('motion', 'MotionService/motion', true)
    await house.clock.pass(5000)
    const kinds = () => [...new Set([...store.entries.keys()].map((key) => key.split('/')[0]))]
    expect(kinds()).toEqual(
      expect.arrayContaining(['rule', 'status', 'run', 'causes', 'recorded', 'history']),
    )
    await house.home.reset()
    await house.home.stop()
    await house.clock.pass(120_000)
    expect(kinds().filter((kind) => !['seq', 'request', 'notes'].includes(kind ?? ''))).toEqual([])
    expect(house.driver.orders).toHaveLength(1)
  })
})
