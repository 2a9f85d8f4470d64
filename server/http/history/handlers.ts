import type { operations } from '#schemas/generated/api/history.ts'
import type { History } from '#schemas/generated/entities/history.ts'
import { DAY, NONE, type Points } from '../../homes/history/points.ts'
import { invalid } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

const PERIODS = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const

/** A day of which the clocks are changed, and what lies about it. */
const MOST_DAYS = 3

interface Asked {
  last?: keyof typeof PERIODS
  from?: number
  to?: number
  at?: number
}

/** /node_history: what a home did, also while its gateway is away (spec 2 §7). */
export function historyHandlers({ homes, now }: Pick<Parts, 'homes' | 'now'>): HandlersOf<operations> {
  const rangeOf = ({ last = 'week', from, to, at }: Asked): { from: number; to: number } => {
    if (at !== undefined) return { from: at, to: at }
    if (from === undefined && to === undefined) return { from: now() - PERIODS[last], to: now() }
    if (from === undefined || to === undefined || from > to) throw invalid('/query/from')
    return { from, to }
  }
  const series = async (sn: string, name: string, asked: Asked): Promise<History> => {
    const range = rangeOf(asked)
    return shown((await homes.history(sn, { named: [name] }, range)).get(name) ?? NONE, range)
  }

  return {
    async nodeHistory({ params: { sn, deviceId }, query: { service_name, property_name, ...asked } }) {
      if ((service_name === undefined) !== (property_name === undefined))
        throw invalid('/query/property_name')
      const range = rangeOf(asked)
      const named = service_name === undefined ? undefined : [`${deviceId}/${service_name}/${property_name}`]
      const told = await homes.history(sn, { device: deviceId, ...(named && { named }) }, range)
      const histories = [...told].map(([name, points]) => {
        const [service = '', property = ''] = name.slice(deviceId.length + 1).split('/')
        const unit = points.meaning?.unit
        return {
          service_name: service,
          property_name: property,
          ...(unit !== undefined && { unit }),
          history: shown(points, range),
        }
      })
      return { histories }
    },
    nodeStatusHistory: ({ params: { sn, deviceId }, query }) => series(sn, deviceId, query),
    homeAt: ({ params: { sn }, query: { at, matchPattern = '*' } }) =>
      homes.at(sn, at, matcherOf(matchPattern)),
    homeChanges({ params: { sn }, query: range }) {
      if (range.from > range.to || range.to - range.from > MOST_DAYS * DAY) throw invalid('/query/from')
      return homes.changes(sn, range)
    },
    gatewayStatusHistory: ({ params: { sn }, query }) => series(sn, '', query),
  }
}

function shown({ times, values }: Points, { from }: { from: number }): History {
  const last = values.at(-1)
  const begins = times[0] !== undefined && times[0] <= from
  return {
    entries: Object.fromEntries(times.map((at, place) => [at, values[place] as string | number | boolean])),
    ...(last !== undefined && { last, additionalProperties: { reason: begins ? 2 : 1 } }),
  }
}

/** `*` stands for any text; found piece by piece, so that no pattern takes long. */
function matcherOf(pattern: string): (text: string) => boolean {
  const [head = '', ...pieces] = pattern.split('*')
  const tail = pieces.pop()
  if (tail === undefined) return (text) => text === head
  return (text) => {
    if (!text.startsWith(head)) return false
    let from = head.length
    for (const piece of pieces) {
      const found = text.indexOf(piece, from)
      if (found < 0) return false
      from = found + piece.length
    }
    return text.length - tail.length >= from && text.endsWith(tail)
  }
}
