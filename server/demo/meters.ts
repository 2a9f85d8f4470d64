import { localOf } from '#gateway/lib/times/zone.ts'
import type { Store } from '#server/store/store.ts'
import { dice } from '../homes/dice.ts'
import { demoSerialNumber } from './accounts.ts'
import { DAYS, type Said, ZONE } from './days.ts'

const HOUR = 3_600_000

/** kWh, or m³, in an hour of the day; `roll` makes days differ by a fifth. */
type Draw = (hour: number, weekend: boolean, roll: number) => number

const at =
  (hours: readonly number[], amount: number, rest: number): Draw =>
  (hour, _weekend, roll) =>
    hours.includes(hour) ? amount * roll : rest

const sun = (hour: number): number =>
  Math.max(0, Math.sin(((hour - 8) / 8) * Math.PI)) * (hour > 8 && hour < 16 ? 1 : 0)

interface Counter {
  path: string
  /** What it shows now: as it stands in the home's plan, or as its device begins. */
  end: number
  /** kWh, or m³, of one of its steps. */
  unit: number
  draw: Draw
}

const parts: readonly Counter[] = [
  {
    path: 'kitchen-socket/MeterService/energy',
    end: 89.75,
    unit: 1,
    draw: at([6, 7, 8, 13, 16], 0.11, 0.004),
  },
  {
    path: 'living-dining/MeterService/energy',
    end: 316.31,
    unit: 1,
    draw: at([17, 18, 19, 20, 21], 0.018, 0.0005),
  },
  { path: 'child-fan/MeterService/energy', end: 210.89, unit: 1, draw: at([19, 20], 0.012, 0.001) },
  { path: 'bathroom-mirror/MeterService/energy', end: 554.31, unit: 1, draw: at([6, 7, 22], 0.02, 0.0008) },
  {
    path: 'utility-boiler/MeterService/energy',
    end: 3.412,
    unit: 1000,
    draw: (hour, _weekend, roll) => (hour < 6 || hour > 20 ? 0.28 : 0.46) * roll,
  },
]

/** What nobody else counts: cooking, washing at the weekend, what always runs. */
const others: Draw = (hour, weekend, roll) =>
  0.11 +
  (hour === 12 ? 0.5 * roll : 0) +
  (hour === 18 || hour === 19 ? 0.9 * roll : 0) +
  (weekend && hour >= 9 && hour <= 11 ? 0.8 * roll : 0)

const whole: Draw = (hour, weekend, roll) =>
  parts.reduce((sum, part) => sum + part.draw(hour, weekend, roll), others(hour, weekend, roll))

const produced: Draw = (hour, _weekend, roll) => sun(hour) * 1.3 * roll

const counters: readonly Counter[] = [
  ...parts,
  { path: 'utility-meter/MeterService/energy', end: 859, unit: 1, draw: whole },
  {
    path: 'utility-water/MeterService/water_consumed',
    end: 518.2,
    unit: 1,
    draw: at([6, 7, 12, 18, 21], 0.05, 0.001),
  },
  {
    path: 'utility-meter/MeterService/produced_energy',
    end: 871.22,
    unit: 1,
    draw: produced,
  },
  {
    path: 'utility-meter/MeterService/fed_in_energy',
    end: 425.13,
    unit: 1,
    draw: (hour, weekend, roll) => Math.max(0, produced(hour, weekend, roll) - whole(hour, weekend, roll)),
  },
]

/** What the meters of the demo home showed at each full hour of the last days, so that they end with what they show now. */
export function metersUntil(now: number, say: Said): void {
  const last = now - (now % HOUR)
  for (const { path, end, unit, draw } of counters) {
    let shown = end
    for (let moment = last; moment > now - DAYS * 24 * HOUR; moment -= HOUR) {
      say(moment, path, Number(shown.toPrecision(9)))
      const { hour, weekday } = localOf(moment - HOUR, ZONE)
      const day = dice(Math.round(moment / (24 * HOUR)))
      shown -= draw(hour, weekday > 4, 0.8 + day.upTo(40) / 100) / unit
    }
  }
}

/** What energy costs the demo home, until somebody says otherwise. */
export async function seedTariffs({ energyTariffs }: Pick<Store, 'energyTariffs'>): Promise<void> {
  const window = { price: 0.221, start: '22:00', end: '06:00', days: [0, 1, 2, 3, 4, 5, 6] }
  await energyTariffs.keep(demoSerialNumber, {
    revision: 0,
    currency: 'CHF',
    tariffs: [{ from: '2026-01-01', price: 0.279, windows: [window], feedIn: 0.09 }],
  })
}
