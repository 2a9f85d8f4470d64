import { useMemo } from 'react'
import { useAddress } from '#engine/address.ts'
import { dayAfter, dayOf, monthsBefore, type Range, rangeOfDays } from '#engine/charts/model/range.ts'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import type { Source } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { AnswerOf, DataOf } from '#schemas/calls.ts'
import { type HomeThen, pastHomeOf } from './past-home.ts'

type Run = DataOf<'get_rule_runs'>['runs'][number]

const MINUTE = 60_000
const DAY = 86_400_000
const FRESH = 5 * MINUTE

/** The moment that is looked at: the address says it, so that reload, Back and a second tab show the same. */
export function useMoment() {
  const { definitions } = useEngine()
  const zone = useHomeZone()
  const now = useNow()
  const [search, change] = useAddress()
  const asked = Number(search.get('at'))
  const today = dayOf(now, zone)
  const first = rangeOfDays(monthsBefore(today, numberLimit(definitions, 'historyMonths')), today, zone).from
  // Last night is what most want to know.
  const usual = momentOf(Date.parse(`${today}T03:00:00Z`), zone)
  const within = (to: number): number => Math.round(Math.min(now, Math.max(first, to)))
  const at = within(Number.isInteger(asked) && asked > 0 ? asked : usual > now ? usual - DAY : usual)
  const go = (to: number, replace = false): void =>
    change({ at: String(within(to)) }, replace ? 'replace' : 'push')
  const day = dayOf(at, zone)
  const range = useMemo(() => rangeOfDays(day, day, zone), [day, zone])
  /** The same time by the clocks of the home, days later or earlier. */
  const sameTime = (days: number): number => {
    const to = dayAfter(day, days)
    return momentOf(Date.parse(`${to}T00:00:00Z`) + (wallOf(at, zone) - Date.parse(`${day}T00:00:00Z`)), zone)
  }
  /** The device whose history led here. */
  const of = search.get('of') ?? undefined
  return { at, of, now, zone, day, today, first, range, within, go, sameTime }
}

/** The home at a moment, and what changed on its day. */
export function usePast({ at, range, now }: Pick<ReturnType<typeof useMoment>, 'at' | 'range' | 'now'>) {
  const ports = usePorts()
  const { source } = ports
  const { situation } = useEngine()
  const { heads, complete } = useDevices()
  const sn = situation.gateway?.serialNumber ?? ''
  const then = useQuery({
    queryKey: rowsKey('homeAt', { sn, at }),
    staleTime: FRESH,
    // The home stays in sight while one goes on to the next moment.
    placeholderData: (before: HomeThen | undefined) => before,
    queryFn: ({ signal }) => source.load('homeAt', { sn, at }, signal),
  })
  const changes = useQuery({
    queryKey: rowsKey('homeChanges', { sn, ...range }),
    staleTime: range.to > now ? MINUTE : FRESH,
    placeholderData: (before: AnswerOf<'homeChanges'> | undefined) => before,
    queryFn: ({ signal }) => source.load('homeChanges', { sn, ...range }, signal),
  })
  const runs = useQuery({
    queryKey: rowsKey('get_rule_runs', { ...range }),
    staleTime: range.to > now ? MINUTE : FRESH,
    // A day without its causes is a day all the same.
    queryFn: () => runsIn(source, range).catch(() => NONE),
  })
  const past = useMemo(
    () => then.data && pastHomeOf(then.data, at, heads, ports),
    [then.data, at, heads, ports],
  )
  return {
    heads,
    past,
    told: then.data,
    changes: changes.data,
    runs: runs.data ?? NONE,
    waiting: then.isPending || !complete,
    error: then.error,
    retry: () => void then.refetch(),
  }
}

const NONE: never[] = []

/** So many runs come at once; of a day that had more, the ones before are asked for. */
const PAGE = 100
const MOST_PAGES = 10

async function runsIn(source: Source, { from, to }: Range): Promise<readonly Run[]> {
  const found = new Map<string, Run>()
  let end = to
  for (let page = 0; page < MOST_PAGES; page++) {
    const { runs } = await source.ask('get_rule_runs', { from, to: end, limit: PAGE })
    for (const run of runs) found.set(run.run_id, run)
    const last = runs.at(-1)
    // Several may have begun in the same moment as the last one.
    if (!last || runs.length < PAGE || last.at + 1 >= end) break
    end = last.at + 1
  }
  return [...found.values()]
}
