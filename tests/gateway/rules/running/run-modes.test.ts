import { describe, expect, test } from 'vitest'
import type { RunMode } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../../rules-kit.ts'

const MINUTE = 60_000

/** A light that goes off again after a minute. */
const light = (run_mode?: RunMode) =>
  ruleOf('light', {
    ...(run_mode && { run_mode }),
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [
      acts('on', { devices: [sets('hall', ['LightService/state', true])] }),
      acts('off', { delay: MINUTE, devices: [sets('hall', ['LightService/state', false])] }),
    ],
  })
const begin = (run_mode?: RunMode, more: Parameters<typeof houseWith>[1] = {}) =>
  houseWith([motion(), lampNamed('hall')], { rules: [light(run_mode)], ...more })
type House = Awaited<ReturnType<typeof begin>>

/** Twenty seconds until whatever comes next. */
async function move({ clock, report }: House): Promise<void> {
  report('motion', 'MotionService/motion', false)
  report('motion', 'MotionService/motion', true)
  await clock.pass(20_000)
}
const orders = ({ driver }: House) => driver.orders.map(({ value }) => (value === true ? 'on' : 'off'))
/** Oldest first. */
const runs = async ({ runsOf }: House) =>
  (await runsOf('light')).runs.map(({ outcome, waits }) => (waits ? 'waits' : outcome)).toReversed()

describe('a scene that is set off again while it runs', () => {
  test('starts anew where it does not say: the minute counts from the last movement', async () => {
    const house = await begin()
    await move(house)
    await move(house)
    expect(await runs(house)).toEqual(['stopped', 'running'])
    await house.clock.pass(MINUTE)
    expect(orders(house)).toEqual(['on', 'on', 'off'])
  })

  test('waits its turn, and says so until it begins', async () => {
    const house = await begin('queued')
    await move(house)
    await move(house)
    expect(orders(house)).toEqual(['on'])
    expect(await runs(house)).toEqual(['running', 'waits'])
    await house.clock.pass(MINUTE)
    expect(orders(house)).toEqual(['on', 'off', 'on'])
    expect(await runs(house)).toEqual(['done', 'running'])
    await house.clock.pass(MINUTE)
    expect(orders(house)).toEqual(['on', 'off', 'on', 'off'])
  })

  test('is left alone, which stands among the chances that passed', async () => {
    const house = await begin('single')
    await move(house)
    await move(house)
    expect(await runs(house)).toEqual(['running'])
    const { misses } = await house.runsOf('light')
    expect(misses[0]?.why).toEqual([{ reason: 'still_running' }])
    await house.clock.pass(MINUTE)
    await move(house)
    expect(orders(house)).toEqual(['on', 'off', 'on'])
  })

  test('runs side by side', async () => {
    const house = await begin('parallel')
    await move(house)
    await move(house)
    expect(await runs(house)).toEqual(['running', 'running'])
    await house.clock.pass(MINUTE)
    expect(orders(house)).toEqual(['on', 'on', 'off', 'off'])
  })

  test('whoever runs it by hand meanwhile is told why it does not begin', async () => {
    const { ask, clock } = await begin('single')
    expect(await ask('play_rule', { rule_id: 'light' })).toMatchObject({ code: 0 })
    await clock.pass(1000)
    expect(await ask('play_rule', { rule_id: 'light' })).toMatchObject({ message: 'still_running' })
  })

  test('no more than ten wait', async () => {
    const { ask, clock, runsOf } = await begin('queued')
    const answers: (string | undefined)[] = []
    for (let n = 0; n < 12; n++) {
      answers.push((await ask('play_rule', { rule_id: 'light' })).message)
      await clock.pass(10)
    }
    expect(answers.filter((one) => one === 'too_many_runs')).toHaveLength(2)
    expect((await runsOf('light')).runs).toHaveLength(10)
  })

  test('switched off, nothing that waits begins any more', async () => {
    const house = await begin('queued')
    await move(house)
    await move(house)
    await house.ask('update_rule_info', { rule_id: 'light', active: false })
    await house.clock.pass(3 * MINUTE)
    expect(orders(house)).toEqual(['on'])
    expect(await runs(house)).toEqual(['stopped', 'stopped'])
  })

  test('what waits when the gateway restarts does not begin, and it is said', async () => {
    const store = new MemoryStore()
    const first = await begin('queued', { store })
    await move(first)
    await move(first)
    await first.home.stop()
    const again = await begin('queued', { store, clock: first.clock })
    await again.clock.pass(2 * MINUTE)
    const told = (await again.runsOf('light')).runs.map(({ outcome, broken_off, waits }) => ({
      outcome,
      broken_off,
      waits,
    }))
    expect(told).toEqual([
      { outcome: 'stopped', broken_off: 'restarted', waits: undefined },
      { outcome: 'done', broken_off: undefined, waits: undefined },
    ])
  })
})

describe('a run that somebody stops', () => {
  const runningOf = async (house: House) =>
    (await house.runsOf('light')).runs.find(({ outcome, waits }) => outcome === 'running' && !waits)
  const stop = async (house: House, run_id = '', rule_id = 'light') =>
    await house.ask('stop_rule_run', { rule_id, run_id }, { userId: 'bruno' })

  test('does nothing more: what was still to come does not happen, and the run says who stopped it', async () => {
    const house = await begin()
    await move(house)
    const run = await runningOf(house)
    expect(await stop(house, run?.run_id)).toMatchObject({ code: 0 })
    await house.clock.pass(MINUTE)
    expect(orders(house)).toEqual(['on'])
    const [told] = (await house.runsOf('light')).runs
    expect(told).toMatchObject({ outcome: 'stopped', stopped_by: 'bruno' })
    expect(told?.steps.at(-1)).toMatchObject({ kind: 'delay', outcome: 'skipped' })
  })

  test('leaves the others alone: the next one begins when its turn has come', async () => {
    const house = await begin('queued')
    await move(house)
    await move(house)
    await stop(house, (await runningOf(house))?.run_id)
    await house.clock.pass(1)
    expect(orders(house)).toEqual(['on', 'on'])
    expect(await runs(house)).toEqual(['stopped', 'running'])
  })

  test('that waits for its turn never begins', async () => {
    const house = await begin('queued')
    await move(house)
    await move(house)
    const waiting = (await house.runsOf('light')).runs.find(({ waits }) => waits)
    expect(await stop(house, waiting?.run_id)).toMatchObject({ code: 0 })
    await house.clock.pass(2 * MINUTE)
    expect(orders(house)).toEqual(['on', 'off'])
  })

  test('and is over already, or of another rule, or stopped twice, is told so', async () => {
    const house = await begin()
    await move(house)
    const run_id = (await runningOf(house))?.run_id
    expect(await stop(house, 'nobody')).toMatchObject({ code: 409, message: 'run_over' })
    expect(await stop(house, run_id, 'other')).toMatchObject({ code: 409, message: 'run_over' })
    expect(await stop(house, run_id)).toMatchObject({ code: 0 })
    expect(await stop(house, run_id)).toMatchObject({ code: 409, message: 'run_over' })
  })
})
