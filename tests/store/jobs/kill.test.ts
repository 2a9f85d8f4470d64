import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dice } from '#server/homes/dice.ts'
import type { Outcome } from '#server/jobs/job-engine.ts'
import { openStore } from '#server/store/store.ts'
import { times } from '../crashes/crash.ts'
import { enginesUnderTest } from '../engines.ts'
import { job, plan, tasks } from './engine-kit.ts'

const KILLS = times('GATEHOUSE_JOB_KILLS', 6, 100)
/** 50,000 of them in a night. */
const TASKS = KILLS * (process.env.GATEHOUSE_JOB_KILLS === undefined ? 70 : 500)
const engines = await enginesUnderTest()

/** What a gateway does, and that it does so once per id. */
class Gateways {
  /** How often each was carried out. */
  readonly acts = new Map<string, number>()
  readonly #answers = new Map<string, Outcome>()

  asked(id: string, subject: string): Outcome {
    const known = this.#answers.get(id)
    if (known) return known
    // One of ten refuses at first; one of a hundred always.
    const number = Number(subject.split('-').at(-1))
    const refuses = number % 100 === 7 || (number % 10 === 3 && !this.#answers.has(`${subject} refused`))
    if (refuses) this.#answers.set(`${subject} refused`, { done: {} })
    else this.acts.set(subject, (this.acts.get(subject) ?? 0) + 1)
    const answer: Outcome = refuses
      ? { failed: { code: 'REFUSED' }, again: true, answered: true }
      : { done: { subject } }
    this.#answers.set(id, answer)
    return answer
  }
}

/** Runs until it has answered so many, then is killed; resolves with whether the job has ended. */
function life(location: string, gateways: Gateways, answers: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), location], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'gatehouse-test-code'), ...process.env },
    })
    let [left, isOver, complained] = [answers, false, '']
    const kill = (): void => {
      child.kill('SIGKILL')
    }
    child.stderr?.on('data', (chunk) => {
      complained += chunk
    })
    child.on('message', (said: { ask?: string; subject?: string; ended?: string }) => {
      if (said.ended) {
        isOver = true
        return kill()
      }
      if (said.ask === undefined) return
      const outcome = gateways.asked(said.ask, said.subject ?? '')
      // The last one is carried out, and the server dies before it hears of it.
      if (left-- <= 0) return kill()
      if (child.connected) child.send({ id: said.ask, outcome }, () => {})
    })
    child.once('close', () =>
      child.signalCode === 'SIGKILL'
        ? resolve(isOver)
        : reject(new Error(`It ended by itself: ${complained}`)),
    )
  })
}

describe.each(engines)('the job engine on $name, killed at any moment', ({ name, place }) => {
  const [kills, size] = name === 'SQLite' ? [KILLS, TASKS] : [Math.ceil(KILLS / 3), Math.ceil(TASKS / 4)]

  test(`no task is lost and none is done twice where the gateway answers once per id: ${size} tasks, ${kills} kills`, {
    timeout: 600_000 + KILLS * 60_000,
  }, async () => {
    const location = await place()
    const before = await openStore(location)
    const one = job({ plan: { ...plan, concurrency: 8, retries: 2 } })
    const all = tasks(one, size)
    await before.jobs.begin(one, all)
    await before.close()

    const gateways = new Gateways()
    const roll = dice(Number(process.env.GATEHOUSE_SEED ?? 20_261))
    for (let n = 0; n < kills; n++) await life(location, gateways, roll.upTo(Math.ceil((size * 0.9) / kills)))
    expect(await life(location, gateways, Number.POSITIVE_INFINITY)).toBe(true)

    const after = await openStore(location)
    const [found, { data }] = await Promise.all([
      after.jobs.find(one.id),
      after.jobs.tasks(one.id, { page: 1, limit: size }),
    ])
    await after.close()
    const refused = all.filter(({ subject }) => Number(subject.split('-').at(-1)) % 100 === 7)
    expect(found).toMatchObject({ state: 'done', done: size - refused.length, failed: refused.length })
    expect(data.filter(({ state }) => state === 'done')).toHaveLength(size - refused.length)
    expect([...gateways.acts.values()].filter((count) => count !== 1)).toEqual([])
    expect(gateways.acts.size).toBe(size - refused.length)
  })
})
