import { type ActionContext, type CodeAction, done } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'

const source = ({ doors }: ActionContext) => {
  if (!doors) throw new Error('A gateway needs a session')
  return doors.source
}

/** News about one gateway, for the session and everything that is drawn from it. */
function learn(serialNumber: unknown, news: Partial<Gateway>): void {
  session.changeGateways((gateways) =>
    gateways.map((gateway) => (gateway.serialNumber === serialNumber ? { ...gateway, ...news } : gateway)),
  )
}

/** spec 1 §2 rule 7: the owner takes an offline gateway out of the account; what comes next is decided by the routing rules. */
export const removeCurrentGateway: CodeAction = async (context) => {
  const { sn } = context.params
  const action = {
    operation: 'removeGateway',
    params: { sn: 'form.sn' },
    // Its own alert says more than the general one (spec 1 §8); whose gateway it is, the error path says.
    outcomes: { '404': {}, '409': {}, '500': {}, '503': {}, OFFLINE: {}, REQUEST_TIMED_OUT: {} },
  }
  const result = await source(context).act(action, { form: { sn } })
  if (result.ok) {
    session.changeGateways((gateways) => gateways.filter(({ serialNumber }) => serialNumber !== sn))
    context.toast({ text: text.say('toasts.gatewayRemoved') })
    context.go('/', { replace: true })
    return done()
  }
  if (!result.reported) await context.alert('removeFailed')
  return result
}

/** What a poll has found out about the connection of the current gateway (spec 1 §2 rule 7). */
export const learnConnection: CodeAction = async (context) => {
  const { connectionStatus, since } = (context.bound.row ?? {}) as {
    connectionStatus?: Gateway['connectionStatus']
    since?: string
  }
  const { gateway } = context.situation
  if (
    connectionStatus !== undefined &&
    gateway !== undefined &&
    connectionStatus !== gateway.connectionStatus
  )
    learn(gateway.serialNumber, {
      connectionStatus,
      ...(since === undefined ? {} : { connectionStatusSince: since }),
    })
  return done()
}
