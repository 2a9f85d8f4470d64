import { expect, test, vi } from 'vitest'
import { type Job, Jobs } from '#server/gateways/jobs.ts'
import type { LifeParts } from '#server/gateways/parts.ts'
import type { GatewayJob } from '#server/store/gateways/gateway-jobs.ts'
import { settle, TestClock } from './test-clock.ts'

/** One row, as the store keeps it. */
function withJobs(job: Job, row?: GatewayJob, over?: LifeParts['over']) {
  const clock = new TestClock()
  let kept = row
  const store = {
    begin: async (one: GatewayJob) => {
      kept = one
    },
    find: async () => kept,
    all: async () => (kept ? [kept] : []),
    goOn: async (id: string, facts: GatewayJob['facts']) => {
      if (kept?.id !== id) return false
      kept = { ...kept, facts }
      return true
    },
    end: async (id: string) => {
      if (kept?.id === id) kept = undefined
    },
  }
  const error = vi.fn()
  const parts = { store: { gatewayJobs: store }, clock, log: { error }, over } as unknown as LifeParts
  return { jobs: new Jobs(parts, { reboot: job }), clock, error, kept: () => kept }
}

test('a job that could not go on is tried again from where it had come', async () => {
  const seen: unknown[] = []
  const { jobs, clock, error, kept } = withJobs(async ({ facts, goOn }) => {
    seen.push(facts.step)
    if (facts.step === undefined) {
      await goOn({ step: 1 })
      throw new Error('the disk is full')
    }
  })
  await jobs.begin('G', 'reboot')
  await settle()
  expect(error).toHaveBeenCalledOnce()
  expect(kept()?.facts).toEqual({ step: 1 })
  await clock.pass(30_000)
  expect(seen).toEqual([undefined, 1])
  expect(kept()).toBeUndefined()
})

test('what another job ended does not begin again, and nothing begins after the end', async () => {
  const begun = vi.fn(async ({ pause }: Parameters<Job>[0]) => pause(1000))
  const { jobs, clock, kept } = withJobs(begun)
  await jobs.begin('G', 'reboot')
  jobs.stop()
  await clock.pass(60_000)
  expect(begun).toHaveBeenCalledOnce()
  // It is brought to its end by the next start.
  expect(kept()?.kind).toBe('reboot')
})

test('what is kept by a job of another gateway is left alone', async () => {
  const begun = vi.fn()
  const held = { id: 'a', serialNumber: 'G', kind: 'replacing', facts: {}, beganAt: 1 }
  const { jobs, kept } = withJobs(begun, held)
  await jobs.start()
  await settle()
  expect(begun).not.toHaveBeenCalled()
  expect(kept()).toEqual(held)
})

test('whatever happened to a gateway, what it consists of is looked at anew before it is over, and at the one it had to do with', async () => {
  const looked: string[] = []
  const { jobs, clock, error, kept } = withJobs(
    async () => undefined,
    undefined,
    async (one) => {
      looked.push(one)
      expect(kept()?.serialNumber).toBe('G')
      throw new Error('the disk is full')
    },
  )
  await jobs.begin('G', 'reboot', { with: 'H' })
  await clock.pass(1)
  expect(looked).toEqual(['G', 'H'])
  // That it could not be counted keeps nothing from its end.
  expect(error).toHaveBeenCalledTimes(2)
  expect(kept()).toBeUndefined()
})
