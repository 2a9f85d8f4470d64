import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { type DashboardCard, type DashboardPage, kindOf, rules } from './rules.ts'
import { isAway, numbersOf } from './values.ts'

interface HomeNow {
  heads: readonly DeviceHead[]
  rooms: readonly { id: string; devices: readonly string[] }[]
}

/**
 * What a home begins with, made from what it has (catalogue/rules/dashboard.json): cards that would be empty are left out.
 * Ids follow from what is shown, so that the same home has the same cards whenever it is asked.
 */
export function proposalOf({ heads, rooms }: HomeNow, situation: Situation): DashboardPage {
  const taken = new Set<string>()
  const cards = rules.proposal.flatMap(({ kind: name, types, units, most = 1 }): DashboardCard[] => {
    const kind = kindOf({ kind: name })
    if (!kind || !holds(kind.when, situation)) return []
    const { width, height } = kind
    const cardOf = (of: readonly string[]): DashboardCard => ({
      id: ['proposed', name, ...of.slice(0, 1)]
        .join('-')
        .replaceAll(/[^A-Za-z0-9_-]/g, '_')
        .slice(0, 64),
      kind: name,
      width,
      height,
      ...(of.length > 0 && { of: [...of] }),
    })
    // What would have nothing to show is left out.
    const counts = units === undefined || heads.some((head) => numbersOf(head, units).length > 0)
    if (kind.of === undefined) return counts ? [cardOf([])] : []
    if (kind.of === 'room') {
      const fullest = rooms.filter(({ devices }) => devices.length > 1)
      return fullest
        .toSorted((a, b) => b.devices.length - a.devices.length)
        .slice(0, most)
        .map(({ id }) => cardOf([id]))
    }
    const fit = heads.filter(
      ({ type, status }) => !isAway(status) && (types === undefined || types.includes(type)),
    )
    if (kind.several !== undefined) {
      const values = fit
        // What a device is for stands in the head of its tile.
        .toSorted((a, b) => Number(measures(b, units)) - Number(measures(a, units)))
        .flatMap((head) => numbersOf(head, units ?? []).slice(0, 1))
      const shown = values.slice(0, Math.min(most, kind.several))
      return shown.length > 0
        ? [
            cardOf(
              shown.map(({ address: { device, service, property } }) => `${device}/${service}/${property}`),
            ),
          ]
        : []
    }
    const free = fit.filter(({ id }) => !taken.has(id)).slice(0, most)
    for (const { id } of free) taken.add(id)
    return free.map(({ id }) => cardOf([id]))
  })
  return { id: 'first', cards }
}

const measures = ({ layout }: DeviceHead, units: readonly string[] = []): boolean =>
  units.includes(layout?.tile.header?.value.unit ?? '')
