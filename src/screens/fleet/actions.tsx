import { http } from '#data/http.ts'
import { type ActionContext, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'
import { ConnectingDialog } from './ConnectingDialog.tsx'
import { type ChooseEffects, chooseGateway } from './choose-gateway.ts'

export * from './list-actions.tsx'

async function answer<T>(operation: string, sn: string, signal: AbortSignal): Promise<T> {
  return (await http.call(operation, { params: { sn }, signal })).data as T
}

const effectsOf = ({ limit }: ActionContext): ChooseEffects => ({
  checkAfter: limit('gatewayConnectCheck'),
  failAfter: limit('gatewayConnectFailure'),
  privileged: async (sn, signal) =>
    (await answer<{ privileged: boolean }>('checkPrivilegeMode', sn, signal)).privileged,
  pinLocked: async (sn, signal) => (await answer<{ locked: boolean }>('checkPinLock', sn, signal)).locked,
  online: async (sn, signal) =>
    (await answer<Pick<Gateway, 'connectionStatus'>>('checkConnectionStatus', sn, signal))
      .connectionStatus === 'online',
  devices: (sn, signal) => answer('homeSnapshot', sn, signal),
})

/** spec 1 §4: an administrator chooses a gateway from the list, or is told why not. */
export const selectGateway: CodeAction = async (context) => {
  const gateway = context.bound.row as unknown as Gateway
  const ended = new AbortController()
  const cancel = (): void => {
    ended.abort()
    context.goto('gate_select')
  }
  const close = gateway.replacementInProgress
    ? () => {}
    : context.overlay(
        <ConnectingDialog
          name={gateway.name}
          lock={context.limit('changeGatewayCancelLock')}
          onCancel={cancel}
        />,
      )
  const refused = await chooseGateway(gateway, effectsOf(context), ended.signal)
  close()
  if (refused === 'cancelled') return failed(refused)
  if (refused) {
    await context.alert(refused)
    return failed(refused)
  }
  session.chooseGateway(gateway)
  context.goto('gtw_settings')
  return done()
}
