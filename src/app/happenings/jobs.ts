import catalogue from '#catalogue/jobs.json'
import { valueAt } from '#lib/value-at.ts'
import type { Job as JobKind, JobState, Jobs } from '#schemas/generated/definitions/jobs.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'

const kinds: ReadonlyMap<string, JobKind> = new Map(Object.entries((catalogue as Jobs).jobs))

/** Something that takes longer than a moment, of one gateway. */
export interface Job {
  kind: string
  serialNumber: string
  state: JobState
  /** Per cent; undefined where nobody tells. */
  progress: number | undefined
  /** Epoch ms of its last news. */
  at: number
}

export const iconOfJob = ({ kind }: Job): string => kinds.get(kind)?.icon ?? 'unknown'

function stateIn(kind: JobKind, event: string, data: unknown): JobState | undefined {
  const states = kind.events[event]
  return typeof states === 'object' ? states.is[String(valueAt(data, states.field))] : states
}

const same = (a: Job, b: Pick<Job, 'kind' | 'serialNumber'>): boolean =>
  a.kind === b.kind && a.serialNumber === b.serialNumber

/** The jobs after a live event: one of a kind and gateway, the newest first. */
export function afterEvent(jobs: readonly Job[], event: string, data: unknown, at: number): readonly Job[] {
  for (const [name, kind] of kinds) {
    const state = stateIn(kind, event, data)
    const serialNumber = valueAt(data, kind.of)
    if (state === undefined || typeof serialNumber !== 'string') continue
    const told = kind.progress === undefined ? undefined : valueAt(data, kind.progress)
    const now: Job = {
      kind: name,
      serialNumber,
      state,
      progress: state === 'running' && typeof told === 'number' ? told : undefined,
      at,
    }
    return [now, ...jobs.filter((job) => !same(job, now))]
  }
  return jobs
}

/** What a page that has just been loaded learns from the gateways: what runs there, and what no longer does. */
export function afterGateways(
  jobs: readonly Job[],
  gateways: readonly Gateway[],
  at: number,
): readonly Job[] {
  const running = gateways.flatMap((gateway) =>
    [...kinds].flatMap(([kind, { while: field }]) =>
      field !== undefined && valueAt(gateway, field) === true
        ? [{ kind, serialNumber: gateway.serialNumber }]
        : [],
    ),
  )
  const begun = running
    .filter((one) => !jobs.some((job) => same(job, one) && job.state === 'running'))
    .map((one): Job => ({ ...one, state: 'running', progress: undefined, at }))
  return begun.length === 0 ? jobs : [...begun, ...jobs.filter((job) => !begun.some((one) => same(job, one)))]
}

/** Running ones first, then what failed, then the rest: what wants a look stands on top. */
const ORDER: readonly JobState[] = ['running', 'failed', 'done', 'canceled']

export const inOrder = (jobs: readonly Job[]): readonly Job[] =>
  jobs.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.at - a.at)
