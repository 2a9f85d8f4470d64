import { type Flow, flowedAt } from './flow.ts'

interface Span {
  from: number
  to: number
}

/**
 * What of one flow did not go on in another: of what a home produced what it did not feed in. Counters speak at moments of
 * their own, so that for a while more may seem to leave than came. Between the most that had stayed by each moment and the
 * least that has to have stayed, because no more came afterwards, this takes the middle: it never falls, never rises by more
 * than came, and ends with exactly what came less what left.
 */
export function stayed(came: readonly Flow[], left: readonly Flow[], { from, to }: Span): Flow {
  const times = [
    ...new Set([from, ...[...came, ...left].flatMap((flow) => flow.times), ...(to > from ? [to] : [])]),
  ]
    .filter((at) => at >= from && at <= to)
    .toSorted((a, b) => a - b)
  const sum = (flows: readonly Flow[], at: number): number =>
    flows.reduce((all, flow) => all + flowedAt(flow, at) - flowedAt(flow, from), 0)
  const differs = times.map((at) => sum(came, at) - sum(left, at))
  const all = Math.max(0, differs.at(-1) ?? 0)
  const most: number[] = []
  for (const differ of differs) most.push(Math.min(all, Math.max(most.at(-1) ?? 0, differ)))
  const least: number[] = []
  for (const differ of differs.toReversed()) least.push(Math.min(least.at(-1) ?? all, differ))
  least.reverse()
  return {
    times,
    totals: most.map((value, place) => (value + Math.max(0, least[place] ?? 0)) / 2),
    doubts: [],
  }
}

/** The flows of a home by what they count. */
export interface GridFlows {
  produced: readonly Flow[]
  fedIn: readonly Flow[]
  drawn: readonly Flow[]
  /** What the whole home used, where one meter counts it. */
  whole: Flow | undefined
}

export interface OwnFlows {
  /** From when on all of them counted. */
  since: number
  own: Flow
  /** What the home drew from the grid, where that is known. */
  drawn: Flow | undefined
}

/** What a home used of what it produced: by what it fed in, else by what it used beyond what it drew. Undefined: nobody can tell. */
export function ownFlows({ produced, fedIn, drawn, whole }: GridFlows, range: Span): OwnFlows | undefined {
  if (produced.length === 0) return undefined
  const [came, left] = fedIn.length > 0 ? [produced, fedIn] : whole ? [[whole], drawn] : [[], []]
  if (came.length === 0 || left.length === 0) return undefined
  const needed = [...produced, ...came, ...left]
  const since = Math.max(range.from, ...needed.map(({ times }) => times[0] ?? Infinity))
  if (since >= range.to) return undefined
  const span = { from: since, to: range.to }
  const own = stayed(came, left, span)
  const bought = drawn.length > 0 ? stayed(drawn, [], range) : whole && stayed([whole], [own], range)
  return { since, own, drawn: bought }
}
