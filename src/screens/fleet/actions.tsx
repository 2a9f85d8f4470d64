import { http } from '#data/http.ts'
import { type ActionContext, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'
import { ConnectingDialog } from './ConnectingDialog.tsx'
import { type ChooseEffects, chooseGateway } from './choose-gateway.ts'

export { changeGroup, createGroup } from './groups/group-actions.ts'
export * from './list-actions.tsx'

const effectsOf = ({ limit }: ActionContext): ChooseEffects => ({
  checkAfter: limit('gatewayConnectCheck'),
  failAfter: limit('gatewayConnectFailure'),
  privileged: async (sn, signal) =>
    (await http.call('checkPrivilegeMode', { sn }, { signal })).data.privileged,
  pinLocked: async (sn, signal) => (await http.call('checkPinLock', { sn }, { signal })).data.locked,
  online: async (sn, signal) =>
    (await http.call('checkConnectionStatus', { sn }, { signal })).data.connectionStatus === 'online',
  devices: async (sn, signal) => (await http.call('homeSnapshot', { sn }, { signal })).data,
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
