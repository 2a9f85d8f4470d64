import type { operations } from '#schemas/generated/api/history.ts'
import { historyAnswers, matcherOf, rangeOf } from '../../homes/history/answers.ts'
import { DAY, statusSeries } from '../../homes/history/points.ts'
import { invalid } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** A day of which the clocks are changed, and what lies about it. */
const MOST_DAYS = 3

type Asked = Parameters<typeof rangeOf>[0] & { at?: number }

/** /node_history: what a home did, also while its gateway is away (spec 2 §7). */
export function historyHandlers({ homes, now }: Pick<Parts, 'homes' | 'now'>): HandlersOf<operations> {
  const answers = historyAnswers(homes)
  const within = ({ at, ...asked }: Asked): { from: number; to: number } => {
    const range = at === undefined ? rangeOf(asked, now()) : { from: at, to: at }
    if (!range) throw invalid('/query/from')
    return range
  }
  const fewDays = (range: { from: number; to: number }): { from: number; to: number } => {
    if (range.from > range.to || range.to - range.from > MOST_DAYS * DAY) throw invalid('/query/from')
    return range
  }
  return {
    async nodeHistory({ params: { sn, deviceId }, query: { service_name, property_name, ...asked } }) {
      if ((service_name === undefined) !== (property_name === undefined))
        throw invalid('/query/property_name')
      const path = service_name === undefined ? undefined : `${service_name}/${property_name}`
      return { histories: await answers.values(sn, deviceId, path, within(asked)) }
    },
    nodeStatusHistory: ({ params: { sn, deviceId }, query }) => answers.status(sn, deviceId, within(query)),
    scenarioStatusHistory: ({ params: { sn, resourceId }, query }) =>
      answers.status(sn, statusSeries(resourceId), within(query)),
    homeAt: ({ params: { sn }, query: { at, matchPattern = '*' } }) =>
      homes.at(sn, at, matcherOf(matchPattern)),
    homeChanges: ({ params: { sn }, query }) => homes.changes(sn, fewDays(query)),
    async homeNumbers({ params: { sn }, query }) {
      return { numbers: await homes.numbers(sn, fewDays(query)) }
    },
    gatewayStatusHistory: ({ params: { sn }, query }) => answers.status(sn, '', within(query)),
  }
}
