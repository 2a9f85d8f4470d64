import type { History } from '#schemas/generated/entities/history.ts'
import type { PropertyHistory } from '#schemas/generated/entities/property-history.ts'
import type { LookingBack } from './looking-back.ts'
import { DAY, NONE, type Points } from './points.ts'

const PERIODS = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const

interface Asked {
  last?: keyof typeof PERIODS | undefined
  from?: number | undefined
  to?: number | undefined
}
interface Range {
  from: number
  to: number
}

/** Undefined where it has one end only, or ends before it begins. */
export function rangeOf({ last = 'week', from, to }: Asked, now: number): Range | undefined {
  if (from === undefined && to === undefined) return { from: now - PERIODS[last], to: now }
  return from === undefined || to === undefined || from > to ? undefined : { from, to }
}

/** How both doors, HTTP and the channel, tell what a home did. */
export const historyAnswers = ({ history }: Pick<LookingBack, 'history'>) => ({
  /** What a device or, without a name, the gateway was. */
  status: async (sn: string, name: string, range: Range): Promise<History> =>
    shown((await history(sn, { named: [name] }, range)).get(name) ?? NONE, range),
  /** The values of a device that are recorded, or one of them. */
  async values(
    sn: string,
    device: string,
    path: string | undefined,
    range: Range,
  ): Promise<PropertyHistory[]> {
    const named = path === undefined ? {} : { named: [`${device}/${path}`] }
    return [...(await history(sn, { device, ...named }, range))].map(([name, points]) => {
      const [service_name = '', property_name = ''] = name.slice(device.length + 1).split('/')
      const unit = points.meaning?.unit
      return {
        service_name,
        property_name,
        ...(unit !== undefined && { unit }),
        history: shown(points, range),
      }
    })
  },
})

function shown({ times, values }: Points, { from }: Range): History {
  const last = values.at(-1)
  const begins = times[0] !== undefined && times[0] <= from
  return {
    entries: Object.fromEntries(times.map((at, place) => [at, values[place] as string | number | boolean])),
    ...(last !== undefined && { last, additionalProperties: { reason: begins ? 2 : 1 } }),
  }
}

/** `*` stands for any text; found piece by piece, so that no pattern takes long. */
export function matcherOf(pattern: string): (text: string) => boolean {
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
