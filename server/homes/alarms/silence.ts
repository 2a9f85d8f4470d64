import type { Silence } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import { DAY, unpackPoints } from '../history/points.ts'

/** When anything was last heard from a device, epoch ms; undefined: nobody knows. */
export function heardAt({ service_list }: Pick<Device, 'service_list'>): number | undefined {
  const times = service_list.flatMap(({ property_list }) =>
    property_list.flatMap(({ at }) => (at === undefined ? [] : [Date.parse(at)])),
  )
  return times.length === 0 ? undefined : Math.max(...times)
}

/**
 * The longest silence (ms) of a device in the days before it was last heard; undefined: too little is known of it. What is
 * recorded is what changed, so that a device which says the same again and again counts as more silent than it is.
 */
export function usualSilence(
  recorded: readonly HistoryDay[],
  device: string,
  until: number,
  { days, reports }: Pick<Silence, 'days' | 'reports'>,
): number | undefined {
  const from = until - days * DAY
  const times = new Set(
    recorded
      // How a device fared is no report of its own.
      .filter(({ series, day }) => series !== device && (day + 1) * DAY > from)
      .flatMap(({ points }) => unpackPoints(points).times.filter((at) => at >= from && at <= until)),
  )
  if (times.size < reports) return undefined
  const ordered = [...times, until].sort((a, b) => a - b)
  return ordered.reduce((most, at, place) => Math.max(most, at - (ordered[place - 1] ?? at)), 0)
}
