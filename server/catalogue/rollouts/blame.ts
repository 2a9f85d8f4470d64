import type { Clock } from '#gateway/core/ports.ts'
import type { ClientError } from '#schemas/generated/entities/client-error.ts'
import type { RolloutFault } from '#schemas/generated/entities/rollout-fault.ts'
import type { Homes } from '../../homes/homes.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import type { Store } from '../../store/store.ts'
import type { Catalogue } from '../catalogue.ts'
import { drawsHomes, type Trial } from './trial.ts'

interface Parts {
  store: Pick<Store, 'jobs' | 'memberships' | 'rolloutFaults'>
  catalogue: Pick<Catalogue, 'tried'>
  homes: Pick<Homes, 'of'>
  engine: Pick<JobEngine, 'goOn'>
  clock: Clock
  trial: Trial
  /** Faults of this rollout are others than before. */
  changed(id: string): void
  /** More of the homes that have it are faulty than it may have. */
  tooMany(id: string): void
}

type Blamed = Pick<RolloutFault, 'kind' | 'what' | 'message'>

/** Kinds of faults of one home: more would say nothing more, and whoever reports them may say anything. */
const MOST_FAULTS = 50

/** Faults that are blamed on the edit that is tried out: what has no place any more, and what pages tell of. */
export class Blame {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What has no place any more is seen without anybody looking at it. */
  async lookInto(id: string, serialNumber: string): Promise<void> {
    const { homes, catalogue } = this.#parts
    const home = await homes.of(serialNumber)
    for (const device of home?.devices() ?? [])
      for (const message of catalogue.tried(device).unplaced)
        await this.#keep(id, serialNumber, {
          kind: 'place',
          what: device.class,
          message: message.slice(0, 500),
        })
  }

  /** A page tells of a fault; what the edit has not drawn is not blamed on it. */
  async reported(userId: string, { kind, message, of }: ClientError): Promise<void> {
    const { trial, store, homes: all, catalogue } = this.#parts
    const { edit } = trial
    if (!edit || !of || kind === 'fault' || kind === 'failure') return
    const admitted = await store.memberships.admittedGateways(userId)
    const homes = admitted.map(({ serialNumber }) => serialNumber).filter(trial.has)
    const named =
      of.serialNumber !== undefined && homes.includes(of.serialNumber) ? of.serialNumber : undefined
    const { model, what } = of
    if (drawsHomes(edit)) {
      if (named === undefined || model === undefined || kind === 'page') return
      const devices = (await all.of(named))?.devices() ?? []
      const blamed = devices.some((one) => one.class === model && catalogue.tried(one).otherwise)
      if (blamed) await this.#blame(edit.id, named, { kind, what: `${model}: ${what}`, message })
      return
    }
    // A screen of its own is blamed alone; what others use too, wherever it fails.
    const isScreen = edit.path.startsWith('screens/')
    const home = named ?? homes[0]
    if (kind !== 'page' || home === undefined || (isScreen && screenOf(edit) !== what)) return
    await this.#blame(edit.id, home, { kind, what, message })
  }

  async #keep(id: string, serialNumber: string, fault: Blamed): Promise<void> {
    const { store, clock } = this.#parts
    if ((await store.rolloutFaults.countOf(id, serialNumber)) < MOST_FAULTS)
      await store.rolloutFaults.add(id, serialNumber, { ...fault, at: clock.now() })
  }

  async #blame(id: string, serialNumber: string, fault: Blamed): Promise<void> {
    const { store, engine, clock, trial, changed, tooMany } = this.#parts
    await this.#keep(id, serialNumber, fault)
    changed(id)
    // Its task is judged at once; one that was well already counts among all that have it.
    if (await store.jobs.hurry(id, serialNumber, clock.now())) return engine.goOn(id)
    const job = await store.jobs.find(id)
    const faulty = await store.rolloutFaults.gateways(id)
    const has = trial.sizeOf(id)
    if (job && has > 0 && faulty * 100 > has * (job.plan.haltPercent ?? 100)) tooMany(id)
  }
}

function screenOf({ text }: { text: string }): string {
  return String((JSON.parse(text) as { id?: unknown }).id)
}
