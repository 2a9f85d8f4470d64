import { describe, expect, test, vi } from 'vitest'
import type { JobEngine, Outcome } from '#server/jobs/job-engine.ts'
import type { JobState } from '#server/store/fleet/job-rows.ts'
import { enginesUnderTest } from '../engines.ts'
import { engineOn, job, plan, tasks } from './engine-kit.ts'

const engines = await enginesUnderTest()

/** How a job comes into each state; of its three tasks the first is over in those that have begun. */
const STATES = {
  planned: { state: 'running', over: 0 },
  running: { state: 'running', over: 1 },
  paused: { state: 'paused', over: 1 },
  halted: { state: 'halted', over: 1 },
  done: { state: 'done', over: 3 },
  canceled: { state: 'canceled', over: 3 },
} as const satisfies Record<string, { state: JobState; over: number }>
type Standing = keyof typeof STATES

const COMMANDS = {
  pause: (engine, id) => engine.pause(id),
  resume: (engine, id) => engine.resume(id),
  cancel: (engine, id) => engine.cancel(id),
  cancelTask: (engine, id) => engine.cancelTask(id, `${id}-task-0-00002`),
  cancelOver: (engine, id) => engine.cancelTask(id, `${id}-task-0-00000`),
  reset: (engine, id) => engine.reset(id),
} as const satisfies Record<string, (engine: JobEngine, id: string) => Promise<boolean | number>>
type Command = keyof typeof COMMANDS

/** What each command answers in each state, and the state after it. */
const TABLE: Record<Standing, Record<Command, readonly [boolean | number, JobState]>> = {
  planned: {
    pause: [true, 'paused'],
    resume: [true, 'running'],
    cancel: [true, 'canceled'],
    cancelTask: [true, 'running'],
    cancelOver: [true, 'running'],
    reset: [0, 'running'],
  },
  running: {
    pause: [true, 'paused'],
    resume: [true, 'running'],
    cancel: [true, 'canceled'],
    cancelTask: [true, 'running'],
    cancelOver: [false, 'running'],
    reset: [1, 'running'],
  },
  paused: {
    pause: [true, 'paused'],
    resume: [true, 'running'],
    cancel: [true, 'canceled'],
    cancelTask: [true, 'paused'],
    cancelOver: [false, 'paused'],
    reset: [1, 'paused'],
  },
  halted: {
    // It stands already, and says further why.
    pause: [true, 'halted'],
    resume: [true, 'running'],
    cancel: [true, 'canceled'],
    cancelTask: [true, 'halted'],
    cancelOver: [false, 'halted'],
    reset: [1, 'halted'],
  },
  done: {
    pause: [false, 'done'],
    resume: [false, 'done'],
    cancel: [false, 'done'],
    cancelTask: [false, 'done'],
    cancelOver: [false, 'done'],
    reset: [3, 'running'],
  },
  canceled: {
    pause: [false, 'canceled'],
    resume: [false, 'canceled'],
    cancel: [false, 'canceled'],
    cancelTask: [false, 'canceled'],
    cancelOver: [false, 'canceled'],
    reset: [3, 'running'],
  },
}

const failed: Outcome = { failed: { code: 'REFUSED' }, again: false, answered: true }
const LONG = 60_000

describe.each(engines)('S-06 every state of a job on $name', ({ fresh }) => {
  /** A job in this state, whose tasks from then on wait for their gateways. */
  async function standing(of: Standing) {
    const store = await fresh()
    let isThere = false
    const { engine, until } = engineOn(store, (_job, { subject }) =>
      !isThere && (of === 'done' || subject === 'G-0-0') ? failed : { waitsFor: 'GATEWAY_OFFLINE' },
    )
    const haltPercent = of === 'halted' ? { haltPercent: 20 } : {}
    const one = job({
      plan: { ...plan, concurrency: 1, ...haltPercent },
      ...(of === 'planned' && { startsAt: Date.now() + LONG }),
    })
    await engine.begin(one, tasks(one, 3))
    const { state, over } = STATES[of]
    if (of !== 'planned') await until(one.id, ({ failed: n }) => n >= 1)
    if (of === 'paused') await engine.pause(one.id)
    if (of === 'canceled') await engine.cancel(one.id)
    await until(one.id, (now) => now.state === state && now.failed + now.canceled === over)
    isThere = true
    return { id: one.id, engine, store }
  }

  const cases = Object.entries(TABLE).flatMap(([of, row]) =>
    Object.entries(row).map(([command, [answer, after]]) => [of, command, answer, after] as const),
  )
  test.each(cases)('%s: %s answers %s and leaves it %s', async (of, command, answer, after) => {
    const { id, engine, store } = await standing(of as Standing)
    expect(await COMMANDS[command as Command](engine, id)).toBe(answer)
    expect((await store.jobs.find(id))?.state).toBe(after)
  })

  test.each(['paused', 'halted'] as const)(
    '%s, its time stands still: resumed, it has as much left as before',
    async (of) => {
      const { id, engine, store } = await standing(of)
      const now = Date.now()
      // It stands for longer than it had left.
      const stoodAt = now - 2 * LONG
      await store.jobs.change(id, [of], { state: of, stoodAt, deadline: stoodAt + LONG })
      expect(await Promise.all([engine.resume(id), engine.resume(id)])).toEqual([true, true])
      const { state, deadline = 0, failed: lost } = (await store.jobs.find(id)) ?? {}
      expect([state, lost]).toEqual(['running', 1])
      expect(deadline).toBeGreaterThanOrEqual(now + LONG)
      expect(deadline).toBeLessThan(now + LONG + 30_000)
    },
  )

  test('cancelled and reset while a turn was at its end, it is not over with what is to be done', async () => {
    const { id, engine, store } = await standing('canceled')
    await engine.stop()
    expect(await store.jobs.reset(id, Date.now())).toBe(3)
    expect(await store.jobs.finish(id, Date.now())).toBe(false)
    await store.jobs.cancel(id, Date.now(), {})
    expect(await store.jobs.finish(id, Date.now())).toBe(true)
  })

  test('one that was stopped before that was written down has as long as at first', async () => {
    const { id, engine, store } = await standing('paused')
    const { createdAt = 0 } = (await store.jobs.find(id)) ?? {}
    await store.jobs.change(id, ['paused'], { state: 'paused', deadline: createdAt + 1 })
    await vi.waitUntil(() => Date.now() > createdAt + 1)
    expect(await engine.resume(id)).toBe(true)
    expect((await store.jobs.find(id))?.deadline).toBeGreaterThan(createdAt + 1)
  })
})
