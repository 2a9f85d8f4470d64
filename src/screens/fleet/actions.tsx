import { useEffect, useState } from 'react'
import { http } from '#data/http.ts'
import { type ActionContext, type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { useText } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { type ChooseEffects, chooseGateway } from './choose-gateway.ts'
import styles from './dialogs.module.css'

export { changeGroup, createGroup, takeGatewayOut, takePersonOut } from './groups/group-actions.ts'
export * from './list-actions.tsx'
export { tryTwin } from './twin-actions.tsx'

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

interface Props {
  name: string
  /** Cancel is disabled for this many ms (spec 1 §2, dialogs). */
  lock: number
  onCancel(): void
}

/** Stays until the gateway has answered, has not, or cancelling has become possible. */
function ConnectingDialog({ name, lock, onCancel }: Props) {
  const { t, say } = useText()
  const [locked, setLocked] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLocked(false), lock)
    return () => clearTimeout(timer)
  }, [lock])
  return (
    <Dialog
      open
      stays
      title={say('notices.connecting.title', '', { name })}
      onClose={() => {}}
      actions={
        <Button disabled={locked} onClick={onCancel}>
          {t('shell.cancel')}
        </Button>
      }
    >
      <p role="status">{say('notices.connecting.text')}</p>
      {locked && <p className={styles.note}>{say('notices.connecting.locked')}</p>}
    </Dialog>
  )
}
