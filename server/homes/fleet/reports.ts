import type { FleetFailure, FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import type { DaySum } from '#server/store/statistics.ts'
import type { Store } from '#server/store/store.ts'
import type { Census } from './census.ts'
import { dayOf, rules } from './rules.ts'

/** What was worked out is told again for so long: many who look cost one look. */
const KEPT_MS = 30_000
const MONTH = 30
const WEEKS = 12
const WEEK = 7

interface ReportParts {
  store: Pick<Store, 'groups' | 'marks' | 'statistics'>
  census: Pick<Census, 'counting'>
  now(): number
}

type Worked = Omit<FleetReport, 'counting'>

/** What all gateways, or those of a group, consist of and how they do (spec 3 §2). */
export class FleetReports {
  readonly #parts: ReportParts
  readonly #kept = new Map<string, { at: number; report: Promise<Worked> }>()

  constructor(parts: ReportParts) {
    this.#parts = parts
  }

  /** Undefined when there is no such group. `kpi`: also how they do. */
  async of(group: string | undefined, kpi: boolean): Promise<FleetReport | undefined> {
    const { store, census, now } = this.#parts
    const known = group === undefined ? undefined : await store.groups.find(group)
    if (group !== undefined && !known) return undefined
    const at = (await store.marks.since('counted')) ?? 0
    const counting = census.counting()
    const key = `${group ?? ''} ${at} ${counting}`
    const kept = this.#kept.get(key)
    const report = kept && now() - kept.at < KEPT_MS ? kept.report : this.#work(at, group)
    if (report !== kept?.report) {
      this.#forget()
      this.#kept.set(key, { at: now(), report })
      report.catch(() => this.#kept.delete(key))
    }
    const { days, failures, ...made } = await report
    return {
      ...made,
      ...(known && { group: known.groupName }),
      counting,
      ...(kpi && days && failures && { days, failures }),
    }
  }

  #forget(): void {
    const { now } = this.#parts
    for (const [key, { at }] of this.#kept) if (now() - at >= KEPT_MS) this.#kept.delete(key)
  }

  async #work(at: number, group: string | undefined): Promise<Worked> {
    const { statistics } = this.#parts.store
    const today = dayOf(this.#parts.now())
    const [totals, sizes, bands, spread, classes, versions, days, failures] = await Promise.all([
      statistics.totals(at, group),
      statistics.bySize(endsOf(rules.sizes), group),
      statistics.byScenes(endsOf(rules.sceneBands), group),
      statistics.sceneSpread(group),
      statistics.classes(group),
      statistics.versions(group),
      statistics.days(today - 2 * MONTH + 1, group),
      statistics.failures(today - WEEKS * WEEK + 1, group),
    ])
    const { oldest, answered, ...sums } = totals
    const before = days.findLast(({ day }) => day <= today - MONTH)
    return {
      ...sums,
      silent: totals.gateways - answered,
      ...(at > 0 && { at }),
      ...(oldest !== undefined && { oldest }),
      ...(before && { before: Math.round(before.gateways / before.samples) }),
      sizes: rules.sizes.map((size, place) => {
        const { gateways = 0, devices = 0 } = sizes.find((one) => one.place === place) ?? {}
        return { ...bandOf(rules.sizes, place), id: size.id, gateways, devices }
      }),
      sceneBands: rules.sceneBands.map((_band, place) => ({
        ...bandOf(rules.sceneBands, place),
        gateways: bands.find((one) => one.place === place)?.gateways ?? 0,
      })),
      ...(spread && { sceneFigures: spread }),
      classes: classes.flatMap(({ class: id, devices }) => {
        const known = rules.classes.find((one) => one.id === id)
        return known ? [{ id, kind: known.kind, devices }] : []
      }),
      models: [...Map.groupBy(versions, ({ model }) => model)]
        .map(([model, all]) => ({
          model,
          gateways: all.reduce((sum, { gateways }) => sum + gateways, 0),
          versions: all.map(({ version, gateways }) => ({ version, gateways })),
        }))
        .toSorted((a, b) => b.gateways - a.gateways),
      days: days.map(shareOf),
      failures: rules.failures.map(({ id }) => {
        const all = failures.filter(({ kind }) => kind === id)
        const between = (from: number, to: number): number =>
          all.reduce((sum, { day, times }) => sum + (day > from && day <= to ? times : 0), 0)
        return {
          id,
          weeks: Array.from({ length: WEEKS }, (_none, week) => {
            const end = today - (WEEKS - 1 - week) * WEEK
            return between(end - WEEK, end)
          }) as FleetFailure['weeks'],
          month: between(today - MONTH, today),
          before: between(today - 2 * MONTH, today - MONTH),
        }
      }),
    }
  }
}

const endsOf = (bands: readonly { to?: number }[]): number[] => bands.flatMap(({ to }) => to ?? [])

function bandOf(bands: readonly { to?: number }[], place: number): { from: number; to?: number } {
  const before = bands[place - 1]?.to
  const { to } = bands[place] ?? {}
  return { from: before === undefined ? 0 : before + 1, ...(to !== undefined && { to }) }
}

const shareOf = ({ day, samples, gateways, online }: DaySum) => ({
  day,
  gateways: gateways / samples,
  online: gateways === 0 ? 100 : Math.min(100, (online / gateways) * 100),
})
