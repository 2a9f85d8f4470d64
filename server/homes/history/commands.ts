import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Commands, ServerCommand } from '#schemas/generated/channel.ts'
import type { PropertyHistory } from '#schemas/generated/entities/property-history.ts'
import type { ServerAnswers } from '../server-commands.ts'
import { historyAnswers, matcherOf, rangeOf } from './answers.ts'
import type { LookingBack } from './looking-back.ts'

type Answers = Pick<ServerAnswers, Extract<ServerCommand, `${string}_history` | `${string}_status`>>

/** The channel's questions about what a home did: the server keeps it, so it answers while the gateway is away. */
export function historyCommands(back: Pick<LookingBack, 'history' | 'at'>, now: () => number): Answers {
  const answers = historyAnswers(back)
  const range = (asked: Parameters<typeof rangeOf>[0]): { from: number; to: number } => {
    const found = rangeOf(asked, now())
    if (!found) throw new CommandError(codes.invalid, 'params/from and params/to are no range')
    return found
  }
  const moment = (timestamp: number) => ({ from: timestamp, to: timestamp })
  const one = async (
    sn: string,
    { device_id, service_name, property_name }: Commands['get_service_history']['params'],
    within: { from: number; to: number },
  ): Promise<PropertyHistory> => {
    const [told] = await answers.values(sn, device_id, `${service_name}/${property_name}`, within)
    return told ?? { service_name, property_name, history: { entries: {} } }
  }
  return {
    async get_node_history(sn, { device_id, file_type, ...asked }) {
      const histories = await answers.values(sn, device_id, undefined, range(asked))
      if (file_type === undefined) return { histories }
      return asFile(
        ['time', 'service_name', 'property_name', 'value', 'unit'],
        histories.flatMap(({ service_name, property_name, unit = '', history }) =>
          Object.entries(history.entries).map(
            ([at, value]) => [Number(at), [service_name, property_name, value, unit]] as const,
          ),
        ),
      )
    },
    get_service_history: (sn, asked) => one(sn, asked, range(asked)),
    get_node_status: (sn, { device_id, timestamp }) => answers.status(sn, device_id, moment(timestamp)),
    get_service_status: (sn, asked) => one(sn, asked, moment(asked.timestamp)),
    get_history: (sn, { matchPattern = '*', timestamp }) => back.at(sn, timestamp, matcherOf(matchPattern)),
    async get_gateway_history(sn, { file_type, ...asked }) {
      const history = await answers.status(sn, '', range(asked))
      if (file_type === undefined) return { history }
      return asFile(
        ['time', 'value'],
        Object.entries(history.entries).map(([at, value]) => [Number(at), [value]] as const),
      )
    },
  }
}

/** No text where nothing is told (spec 2 §8: the file that is none). */
async function asFile(
  fields: string[],
  rows: (readonly [at: number, cells: readonly unknown[]])[],
): Promise<{ csv?: string }> {
  if (rows.length === 0) return {}
  const { default: papa } = await import('papaparse')
  const data = rows.toSorted(([a], [b]) => a - b).map(([at, cells]) => [new Date(at).toISOString(), ...cells])
  return { csv: papa.unparse({ fields, data }, { escapeFormulae: true, newline: '\r\n' }) }
}
