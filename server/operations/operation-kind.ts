import { codes } from '#gateway/core/errors.ts'
import type { Clock } from '#gateway/core/ports.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Orders } from '../homes/asker.ts'
import { conditionOf } from '../homes/conditions.ts'
import { zoneOfHome } from '../homes/home-zone.ts'
import type { JobKind, Outcome } from '../jobs/job-engine.ts'
import { OUTSIDE_WINDOW, opensAt } from '../jobs/window.ts'
import { changesSomething } from '../lib/channel/envelope.ts'
import type { Rights } from '../rights.ts'
import type { Store } from '../store/store.ts'
import { factsOf, keptOf } from './views.ts'

interface Parts {
  store: Pick<Store, 'gateways' | 'quietHours'>
  homes: Orders & Parameters<typeof zoneOfHome>[0]['homes']
  rights: Pick<Rights, 'isAdmin' | 'permits'>
  clock: Pick<Clock, 'now'>
}

const OFFLINE = 'GATEWAY_OFFLINE'
/** Ms that a gateway has to answer. */
const PATIENCE = 15_000
/** Characters of an answer that are kept. */
const LONGEST = 4000

const failed = (code: string, message = '', again = false): Outcome => ({
  failed: { code, ...(message !== '' && { message }) },
  again,
  answered: true,
})

/** Whether somebody may send a command, as his rights are now. */
export const maySend = async (rights: Parts['rights'], userId: string, command: string): Promise<boolean> =>
  (await rights.isAdmin(userId)) &&
  (await rights.permits(userId, 'commands', command, changesSomething(command)))

/** Sends the command of an operation to one gateway. What changes something is never sent again by itself (decision 0193). */
export const send =
  ({ store, homes, rights, clock }: Parts): JobKind['perform'] =>
  async (job, task, attempt) => {
    const { command, payload, waitUntil = 0, window } = factsOf(job)
    const { begunBy } = job
    const changes = changesSomething(command)
    const gateway = await store.gateways.find(task.subject)
    if (!gateway) return failed('UNKNOWN_GATEWAY')
    if (!(await maySend(rights, begunBy, command))) return failed('NOT_ALLOWED')
    const condition = conditionOf(gateway, begunBy)
    if (condition?.errorCode === OFFLINE)
      return clock.now() < waitUntil ? { waitsFor: OFFLINE } : failed(OFFLINE)
    const opens = window && opensAt(window, clock.now(), await zoneOfHome({ store, homes }, gateway))
    if (opens) return { againAt: opens, why: { code: OUTSIDE_WINDOW } }
    // Who may use a gateway may look, whatever its condition.
    if (condition && changes) return failed(condition.errorCode, condition.message)
    if (changes) {
      if (keptOf(task).sent === task.asked) return failed('INTERRUPTED')
      await attempt.note({ sent: task.asked })
    }
    const name = command as keyof Commands
    const params = payload as Commands[typeof name]['params']
    const asking = { patience: PATIENCE, retries: 0, id: attempt.requestId('send') }
    const { code, message, data } = await homes.order(task.subject, begunBy, name, params, asking)
    if (code === codes.ok)
      return { done: data === undefined ? {} : { answer: JSON.stringify(data).slice(0, LONGEST) } }
    if (code === codes.disabled) return failed('NO_ANSWER', message, !changes)
    if (code === codes.interrupted) return failed('INTERRUPTED', message, !changes)
    return failed('RES_COMMAND_ERROR', message)
  }
