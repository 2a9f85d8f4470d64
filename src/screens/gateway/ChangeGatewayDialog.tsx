import { GATEWAY_LOOKS, gatewayState, gatewayWords } from '#engine/cells/gateway-state.ts'
import { useText } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import styles from './ChangeGatewayDialog.module.css'

interface Props {
  onChoose(gateway: Gateway | undefined): void
  onAdd(): void
}

/** Somebody's own gateways, for another one than that which is current. */
export function ChangeGatewayDialog({ onChoose, onAdd }: Props) {
  const { t, say } = useText()
  const { gateways, gateway, user } = useSession()
  const others = gateways.filter(({ serialNumber }) => serialNumber !== gateway?.serialNumber)
  return (
    <Dialog
      open
      title={say('notices.changeGateway.title')}
      onClose={() => onChoose(undefined)}
      actions={
        <>
          <Button onClick={() => onChoose(undefined)}>{t('shell.cancel')}</Button>
          <Button icon="plus" onClick={onAdd}>
            {say('actions.newGateway')}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <p>{say('notices.changeGateway.none')}</p>
      ) : (
        <ul className={styles.list}>
          {others.map((one) => {
            const state = gatewayState(one, user?.id)
            return (
              <li key={one.serialNumber}>
                <Button icon={GATEWAY_LOOKS[state].icon} wide onClick={() => onChoose(one)}>
                  {one.name} · {gatewayWords(say, one, state)}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
