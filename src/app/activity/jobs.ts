import catalogue from '#catalogue/jobs.json'
import { valueAt } from '#lib/value-at.ts'
import type { Job as JobKind, JobState, Jobs, StateByField } from '#schemas/generated/definitions/jobs.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { type Parts, partsAfter } from './job-parts.ts'

const kinds: ReadonlyMap<string, JobKind> = new Map(Object.entries((catalogue as Jobs).jobs))

/** Something that takes longer than a moment, of one gateway, or of the person himself. */
export interface Job {
  kind: string
  /** Empty where it is the person's own. */
  serialNumber: string
  state: JobState
  /** Words of the event's own, instead of those of the state. */
  says?: string
  /** It has ended, and how was told while nobody listened here. */
  unseen?: true
  /** Per cent; undefined where nobody tells. */
  progress?: number
  /** While it runs: epoch ms of when its time is over, and how long it has in all. */
  left?: { until: number; span: number }
  parts?: Parts
  /** Epoch ms of its last news. */
  at: number
}

export const kindOf = ({ kind }: Job): JobKind | undefined => kinds.get(kind)

type Of = Pick<Job, 'kind' | 'serialNumber'>

const same = (a: Of, b: Of): boolean => a.kind === b.kind && a.serialNumber === b.serialNumber

const known = (jobs: readonly Job[], of: Of): Job | undefined => jobs.find((job) => same(job, of))

/** The newest first. */
const put = (jobs: readonly Job[], job: Job): readonly Job[] => [
  job,
  ...jobs.filter((one) => !same(one, job)),
]

const fits = (states: StateByField, data: unknown): boolean =>
  Object.entries(states.if ?? {}).every(([field, value]) => valueAt(data, field) === value)

/** What the event says of a job of this kind; undefined when it says nothing. */
function toldOf(kind: JobKind, event: string, data: unknown): Pick<Job, 'state' | 'says'> | undefined {
  const states = kind.events[event]
  if (typeof states !== 'object') return states === undefined ? undefined : { state: states }
  const value = String(valueAt(data, states.field))
  const state = fits(states, data) ? states.is[value] : undefined
  const says = states.says?.[value]
  return state && { state, ...(says !== undefined && { says }) }
}

function progressIn({ progress }: JobKind, data: unknown): Pick<Job, 'progress'> {
  const told = progress === undefined ? undefined : valueAt(data, progress)
  return typeof told === 'number' ? { progress: told } : {}
}

function leftIn({ left }: JobKind, data: unknown, at: number): Pick<Job, 'left'> {
  const remaining = left && valueAt(data, left.remaining)
  const all = left && valueAt(data, left.of)
  if (typeof remaining !== 'number' || typeof all !== 'number' || remaining <= 0) return {}
  return { left: { until: at + remaining * 1000, span: all * 1000 } }
}

/** Where and whose the page is. */
export interface Place {
  /** The gateway that it is at. */
  here?: string | undefined
  me?: string | undefined
}

/** Of what a job of this kind would be; undefined when the event is about nothing that is followed here. */
function subjectOf({ of, whose }: JobKind, data: unknown, { here, me }: Place): unknown {
  if (whose !== undefined) return me !== undefined && valueAt(data, whose) === me ? '' : undefined
  return of === undefined ? here : valueAt(data, of)
}

/** The jobs after a live event: one of a kind and gateway. */
export function afterEvent(
  jobs: readonly Job[],
  event: string,
  data: unknown,
  at: number,
  place: Place = {},
): readonly Job[] {
  return [...kinds].reduce((before, [name, kind]) => {
    const serialNumber = subjectOf(kind, data, place)
    if (typeof serialNumber !== 'string') return before
    const was = known(before, { kind: name, serialNumber })
    const goesOn = was?.state === 'running'
    const told = toldOf(kind, event, data)
    if (told) {
      const runs = told.state === 'running'
      const now = {
        ...told,
        ...(goesOn && was.parts && { parts: was.parts }),
        ...(runs && { ...progressIn(kind, data), ...leftIn(kind, data, at) }),
      }
      return put(before, { kind: name, serialNumber, at, ...now })
    }
    const part = kind.parts?.[event]
    if (!part || !goesOn) return before
    const parts = partsAfter(was.parts ?? {}, part, data)
    return parts === was.parts ? before : before.map((job) => (job === was ? { ...was, parts, at } : job))
  }, jobs)
}

/** Whether its events know more than one end. */
const endsDiffer = ({ events }: JobKind): boolean =>
  Object.values(events)
    .flatMap((states) => (typeof states === 'string' ? states : Object.values(states.is)))
    .some((state) => state !== 'running' && state !== 'done')

/** A job that was known to run and does not: how it went is certain only where there is one way to end. */
const overUnseen = ({ kind, serialNumber, parts }: Job, at: number): Job => {
  const known = kinds.get(kind)
  return {
    ...{ kind, serialNumber, state: 'done', at },
    ...(parts && { parts }),
    ...(known && endsDiffer(known) && { unseen: true }),
  }
}

/** What a page learns from the gateways whenever they are asked for: what runs there, and what no longer does. */
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
    .filter((one) => known(jobs, one)?.state !== 'running')
    .map((one): Job => ({ ...one, state: 'running', at }))
  const asked = new Set(gateways.map(({ serialNumber }) => serialNumber))
  const ended = jobs.filter(
    (job) =>
      job.state === 'running' &&
      asked.has(job.serialNumber) &&
      kindOf(job)?.while !== undefined &&
      !running.some((one) => same(job, one)),
  )
  return begun.length + ended.length === 0
    ? jobs
    : [
        ...begun,
        ...jobs
          .filter((job) => !begun.some((one) => same(job, one)))
          .map((job) => (ended.includes(job) ? overUnseen(job, at) : job)),
      ]
}

/** Calls whose answers tell what is going on for a person, and the screen on which it stands. */
export const lists = [...kinds.values()].flatMap(({ listed, opens }) => (listed ? { ...listed, opens } : []))

/** The newest row as an event: what runs is followed; what was followed is over, when it is. */
export function afterList(
  jobs: readonly Job[],
  { as, field }: (typeof lists)[number],
  row: unknown,
  at: number,
  place: Place,
): readonly Job[] {
  const after = afterEvent(jobs, as, { [field]: row }, at, place)
  const [told] = after
  const was = told && known(jobs, told)
  return told?.state === 'running' || was?.state === 'running' ? after : jobs
}

/** Commands whose answers tell which jobs run on a gateway. */
export const questions: readonly string[] = [
  ...new Set([...kinds.values()].flatMap(({ asked }) => asked?.command ?? [])),
]

/** What a page learns that asks the gateway itself: what it missed is made up for. */
export function afterAnswer(
  jobs: readonly Job[],
  command: string,
  data: unknown,
  at: number,
  serialNumber: string,
): readonly Job[] {
  return [...kinds].reduce((before, [name, kind]) => {
    const { asked } = kind
    if (asked?.command !== command) return before
    const was = known(before, { kind: name, serialNumber })
    const runs = Object.entries(asked.while).every(([field, values]) =>
      values.some((value) => value === valueAt(data, field)),
    )
    if (!runs) return was?.state === 'running' ? put(before, overUnseen(was, at)) : before
    const list = asked.parts && valueAt(data, asked.parts.list)
    const part = asked.parts && kind.parts?.[asked.parts.as]
    const parts =
      part && Array.isArray(list)
        ? list.reduce<Parts>((all, one) => partsAfter(all, part, one), {})
        : was?.parts
    return put(before, {
      kind: name,
      serialNumber,
      state: 'running',
      at,
      ...(parts && { parts }),
      ...leftIn(kind, data, at),
    })
  }, jobs)
}

/** Running ones first, then what failed, then the rest: what wants a look stands on top. */
const ORDER: readonly JobState[] = ['running', 'failed', 'done', 'canceled']

export const inOrder = (jobs: readonly Job[]): readonly Job[] =>
  jobs.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.at - a.at)
