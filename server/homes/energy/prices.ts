import { DAY, momentOf, wallOf, weekdayOf } from '#gateway/lib/times/zone.ts'
import type { EnergyTariff, EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'

/** A time in which a kWh costs the same. */
export interface Priced {
  from: number
  to: number
  price: number
  feedIn: number
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const wallOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** What a kWh cost at each time of a range, by the clocks of the home. Before the first tariff nothing is known to cost. */
export function pricesIn(
  { tariffs }: Pick<EnergyTariffs, 'tariffs'>,
  { from, to }: { from: number; to: number },
  zone: string,
): Priced[] {
  const known = tariffs.toSorted((a, b) => a.from.localeCompare(b.from))
  const bounds = new Set([from, to])
  const first = Math.floor(wallOf(from, zone) / DAY) * DAY
  const end = wallOf(to, zone)
  // A window of the day before may reach into the first one.
  for (let day = first - DAY; day <= end; day += DAY) {
    bounds.add(momentOf(day, zone))
    for (const { start, end: last } of tariffAt(known, day)?.windows ?? [])
      for (const wall of [day + minutesOf(start) * 60_000, endOf(day, start, last)])
        bounds.add(momentOf(wall, zone))
  }
  const within = [...bounds].filter((at) => at >= from && at <= to).sort((a, b) => a - b)
  return within.slice(0, -1).map((start, place) => {
    const wall = wallOf(start, zone)
    const tariff = tariffAt(known, Math.floor(wall / DAY) * DAY)
    return {
      from: start,
      to: within[place + 1] ?? start,
      price: tariff ? priceAt(known, tariff, wall) : 0,
      feedIn: tariff?.feedIn ?? 0,
    }
  })
}

/** Where a window that begins on a day ends; one that is not later reaches into the next day. */
const endOf = (day: number, start: string, end: string): number =>
  day + (minutesOf(end) + (minutesOf(end) > minutesOf(start) ? 0 : 24 * 60)) * 60_000

const tariffAt = (known: readonly EnergyTariff[], day: number): EnergyTariff | undefined =>
  known.findLast(({ from }) => wallOfDay(from) <= day)

/** The first window that is open decides; one that began yesterday is of yesterday's tariff. */
function priceAt(known: readonly EnergyTariff[], tariff: EnergyTariff, wall: number): number {
  const today = Math.floor(wall / DAY) * DAY
  for (const day of [today, today - DAY])
    for (const { start, end, days, price } of tariffAt(known, day)?.windows ?? [])
      if (
        days.includes(weekdayOf(day)) &&
        wall >= day + minutesOf(start) * 60_000 &&
        wall < endOf(day, start, end)
      )
        return price
  return tariff.price
}
