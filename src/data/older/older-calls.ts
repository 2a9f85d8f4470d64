import type { CommandName, DataOf, ParamsOf } from '#schemas/calls.ts'
import type { Http } from '../http.ts'
import { failureOf } from '../report.ts'

type Older = {
  readonly [C in CommandName]?: (http: Pick<Http, 'call'>, sn: string, params: unknown) => Promise<unknown>
}

/** Calls that say what a command says, for where the command is not known (spec 3 §4). */
const older: Older = {
  check_upgrade: async (http, sn) => (await http.call('checkFirmware', { sn })).data,
  confirm_upgrade: async (http, _sn, params) =>
    (await http.call('confirmCampaign', params as ParamsOf<'confirm_upgrade'>)).data ?? {},
}

const UNKNOWN = 'There is no such command'

/** Asks the gateway, and where older firmware does not know the command, by the call that came before it. */
export const withOlderCalls =
  (
    ask: <C extends string>(command: C, params: unknown) => Promise<DataOf<C>>,
    http: Pick<Http, 'call'>,
    serialNumber: () => string | undefined,
  ) =>
  async <C extends string>(command: C, params: unknown): Promise<DataOf<C>> => {
    try {
      return await ask(command, params)
    } catch (error) {
      const sn = serialNumber()
      const call = Object.hasOwn(older, command) ? older[command as CommandName] : undefined
      if (!call || sn === undefined || failureOf(error).message !== UNKNOWN) throw error
      return (await call(http, sn, params)) as DataOf<C>
    }
  }
