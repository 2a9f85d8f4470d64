import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { HOME, type Signed } from './at-home.ts'

/** One kind of history that the catalogue knows, at a device of the home that has it. */
export interface ChartKind {
  device: string
  service: string
  property: string
  value: Placed['value']
}

export const idOf = ({ device, service, property }: ChartKind): string => `${device}/${service}/${property}`

/** Values that are drawn alike are of one kind: bands by what they mean, lines by what they are measured in. */
const kindOf = ({ value, property }: ChartKind): string =>
  value.history === 'area'
    ? `area ${value.unit ?? ''} ${value.scale ?? 1}`
    : `step ${value.kind} ${value.icon ?? property} ${value.min ?? ''}-${value.max ?? ''}`

/** Every kind that the demo home has, found in its layouts: a new one is walked by itself. */
export async function chartKinds(url: string, { sessionId }: Signed): Promise<readonly ChartKind[]> {
  const answer = await fetch(`${url}/api/home/${HOME}/snapshot?first=200`, { headers: { sessionId } })
  const { devices, layouts } = (await answer.json()) as HomeSnapshot
  const found = new Map<string, ChartKind>()
  for (const { device, layout } of devices)
    for (const kind of recordedIn(device.id, layouts[layout])) {
      const key = kindOf(kind)
      if (!found.has(key)) found.set(key, kind)
    }
  return [...found.values()]
}

function recordedIn(device: string, part: unknown): ChartKind[] {
  if (typeof part !== 'object' || part === null) return []
  const { service, property, value } = part as Partial<Placed>
  const own =
    service && property && value && !value.secret && (value.history === 'area' || value.history === 'step')
      ? [{ device, service, property, value }]
      : []
  return [...own, ...Object.values(part).flatMap((inner) => recordedIn(device, inner))]
}

/** What a value may be, one after the other. */
function valuesOf({ value }: ChartKind): readonly (string | number | boolean)[] {
  const { kind, min = 0, max = 100, on, off, options } = value
  if (kind === 'number' || kind === 'range') {
    const low = Math.max(min, -20)
    const high = Math.min(max, low + 4000)
    return [0.2, 0.5, 0.35, 0.9, 0.6].map((share) => Math.round((low + (high - low) * share) * 10) / 10)
  }
  if (on !== undefined && off !== undefined)
    return [off, on].filter((one) => typeof one !== 'object') as never
  if (kind === 'bool') return [false, true]
  const known = (options ?? []).map((one) =>
    typeof one === 'object' ? (one as { value: string }).value : one,
  )
  return known.length > 0 ? known : ['one', 'two']
}

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
export const fillings = ['full', 'empty', 'one point', 'a year of gaps'] as const
export type Filling = (typeof fillings)[number]

/** What was recorded of it up to now. */
export function entriesOf(kind: ChartKind, filling: Filling, now: number): Record<string, unknown> {
  const values = valuesOf(kind)
  const at = (n: number) => values[n % values.length]
  if (filling === 'empty') return {}
  if (filling === 'one point') return { [now - 3 * HOUR]: at(1) }
  if (filling === 'full')
    return Object.fromEntries(Array.from({ length: 7 * 24 }, (_, n) => [now - (7 * 24 - n) * HOUR, at(n)]))
  // A value, a year of nothing, and two of today.
  return { [now - YEAR]: at(0), [now - 5 * HOUR]: at(1), [now - HOUR]: at(2) }
}

/** How a device fared, in the same way: reached, away, restricted. */
export const faredOf = (filling: Filling, now: number): Record<string, number> =>
  filling === 'empty'
    ? {}
    : filling === 'one point'
      ? { [now - 3 * HOUR]: 1 }
      : { [now - 6 * 24 * HOUR]: 1, [now - 30 * HOUR]: 4, [now - 20 * HOUR]: 7, [now - 9 * HOUR]: 1 }
