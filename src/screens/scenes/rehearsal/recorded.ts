import { usePorts } from '#engine/engine.ts'
import type { Source } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { DataOf } from '#schemas/calls.ts'
import type { HomePlace } from '#schemas/generated/entities/home-place.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

const DAY = 86_400_000
/** What has not changed in the period may have changed shortly before. */
const BEFORE = DAY
/** Recorded changes do not become others: a rule that is edited is rehearsed on the same ones for a while. */
const FRESH = 5 * 60_000

export interface Recording {
  from: number
  to: number
  changes: readonly RecordedChange[]
  /** Epoch ms of the first that the gateway keeps. */
  since: number
  /** The zone by whose clocks the home's rules go. */
  zone: string
  place: HomePlace | undefined
  /** Values now, by device, service and property. */
  now: ReadonlyMap<string, Scalar>
}

export type Value = Pick<
  NonNullable<Rule['event_triggers']>[number],
  'event_source' | 'service_name' | 'property_name'
>

export const valueId = (device: string, service: string, property: string): string =>
  JSON.stringify([device, service, property])

/** Values that these rules wait for, ask about or tell, each once. */
function valuesOf(rules: readonly Rule[]): readonly Value[] {
  const all: Value[] = rules.flatMap((rule) => [
    ...(rule.event_triggers ?? []),
    ...askedValues(rule),
    ...toldValues(rule)
      .filter(isOfDevice)
      .map((one) => ({ ...one, event_source: one.device_id })),
  ])
  return [
    ...new Map(
      all.map(({ event_source, service_name, property_name }) => [
        valueId(event_source, service_name, property_name),
        { event_source, service_name, property_name },
      ]),
    ).values(),
  ]
}

/** All that was recorded of these devices and of the statuses, page by page. */
async function changesOf(
  source: Source,
  asked: { from: number; to: number; device_ids: string[] },
  signal: AbortSignal,
) {
  const changes: RecordedChange[] = []
  let since = asked.from
  let zone = 'UTC'
  let place: HomePlace | undefined
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    const page: DataOf<'get_recorded_changes'> = await source.ask('get_recorded_changes', {
      ...asked,
      ...(after > 0 && { after }),
    })
    changes.push(...page.changes)
    since = page.since
    zone = page.zone
    place = page.place
    after = page.next
  }
  return { changes, since, zone, place }
}

/** Values now, by device, service and property; those that the gateway does not tell are unknown. */
export async function valuesNow(
  source: Source,
  values: readonly Value[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Scalar>> {
  const told = await Promise.all(values.map((value) => valueNow(source, value, signal)))
  return new Map(
    values.flatMap(({ event_source, service_name, property_name }, place) => {
      const value = told[place]
      return value === undefined ? [] : [[valueId(event_source, service_name, property_name), value] as const]
    }),
  )
}

async function valueNow(source: Source, value: Value, signal: AbortSignal): Promise<Scalar | undefined> {
  const { event_source: device_id, service_name, property_name } = value
  try {
    const answer = await source.ask('get_device_property', { device_id, service_name, property_name })
    const { property_value: now } = answer
    return typeof now === 'string' || typeof now === 'number' || typeof now === 'boolean' ? now : undefined
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** What the gateway recorded of the last days, for these rules. */
export function useRecording(rules: readonly Rule[], days: number) {
  const { source } = usePorts()
  const values = valuesOf(rules)
  const silent = rules.flatMap(({ silence_triggers = [] }) =>
    silence_triggers.map(({ device_id }) => device_id),
  )
  const device_ids = [...new Set([...values.map(({ event_source }) => event_source), ...silent])].sort()
  return useQuery({
    queryKey: rowsKey('get_recorded_changes', { days, values, silent }),
    staleTime: FRESH,
    queryFn: async ({ signal }): Promise<Recording> => {
      const to = Date.now()
      const from = to - days * DAY
      const [told, now] = await Promise.all([
        changesOf(source, { from: Math.max(0, from - BEFORE), to, device_ids }, signal),
        valuesNow(source, values, signal),
      ])
      return { from, to, now, ...told }
    },
  })
}
