import { useAddress } from '#engine/address.ts'
import {
  type Day,
  type Days,
  dayAfter,
  daysBetween,
  daysWithin,
  isDay,
  recordedDays,
} from '#engine/charts/model/range.ts'
import { type Definitions, numberLimit, useEngine } from '#engine/engine.ts'
import { useMedia } from '#ui/use-media.ts'

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number] | 'own'

export interface View {
  period: Period
  days: Days
  compare: boolean
  table: boolean
  /** Values that somebody chose, by device, service and property. */
  values: readonly string[]
}

/** What is looked at where nobody has chosen (spec 2 §9: a week). */
interface Usual {
  period: Exclude<Period, 'own'>
  compare: boolean
}
const WEEK: Usual = { period: 'week', compare: false }

/** How many days a period has (spec 2 §9). */
export function lengthOf(definitions: Definitions, period: Exclude<Period, 'own'>): number {
  const lengths = definitions.limit('chartPeriods')
  const days =
    typeof lengths === 'object' && !Array.isArray(lengths)
      ? (lengths as Record<string, number>)[period]
      : undefined
  if (days === undefined) throw new Error(`The limit chartPeriods has no ${period}`)
  return days
}

/** The days of a period that ends then. */
export const daysOf = (definitions: Definitions, period: Exclude<Period, 'own'>, until: Day): Days => ({
  first: dayAfter(until, 1 - lengthOf(definitions, period)),
  last: until,
})

/** What is looked at; the address says it, so that reload, Back and a second tab show the same. */
export function useView(today: Day, usual: Usual = WEEK) {
  const { definitions } = useEngine()
  const [search, change] = useAddress()
  const recorded = recordedDays(today, numberLimit(definitions, 'historyMonths'))
  const [first, last] = [search.get('first') ?? '', search.get('last') ?? '']
  const asked = search.get('period')
  const end = isDay(last) && last <= today && last >= recorded.first ? last : today
  const own = isDay(first) && isDay(last) ? daysWithin({ first, last }, recorded) : undefined
  const period: Period =
    asked === 'own' && own ? 'own' : (PERIODS.find((one) => one === asked) ?? usual.period)
  const days =
    period === 'own' && own ? own : daysOf(definitions, period === 'own' ? usual.period : period, end)
  const view: View = {
    period,
    days,
    compare: search.has('compare') ? search.get('compare') !== '0' : usual.compare,
    table: search.has('table'),
    values: search.getAll('v'),
  }
  const show = (next: Days): void =>
    change({
      first: period === 'own' ? next.first : undefined,
      last: period !== 'own' && next.last === today ? undefined : next.last,
    })
  const step = daysBetween(days.first, days.last)
  const earlier = { first: dayAfter(days.first, -step), last: dayAfter(days.last, -step) }
  const later = { first: dayAfter(days.first, step), last: dayAfter(days.last, step) }
  return {
    view,
    recorded,
    choosePeriod: (one: Exclude<Period, 'own'>) =>
      change({
        period: one === usual.period ? undefined : one,
        first: undefined,
        last: days.last === today ? undefined : days.last,
      }),
    chooseDays: (own: Days) => change({ period: 'own', ...own }),
    /** Undefined where nothing was recorded yet, or has not happened yet. */
    earlier: earlier.last >= recorded.first ? () => show(earlier) : undefined,
    later: days.last < today ? () => show(later.last > today ? daysEnding(later, today) : later) : undefined,
    toggle: (name: 'compare' | 'table', on: boolean) =>
      change({ [name]: on === (name === 'compare' && usual.compare) ? undefined : on ? '1' : '0' }),
    chooseValues: (values: readonly string[]) => change({ v: values }),
  }
}

/** Whether the chart of a device stands beside its controls; else it has a page of its own. */
export const useChartBeside = (): boolean => useMedia('(min-width: 1024px)')

/** As many days, ending then. */
const daysEnding = ({ first, last }: Days, end: Day): Days => ({
  first: dayAfter(end, 1 - daysBetween(first, last)),
  last: end,
})
