import type { ReactNode } from 'react'
import { GATEWAY_LOOKS, type GatewayState, gatewayState, gatewayWords } from '#engine/cells/gateway-state.ts'
import { useText } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session, useSession } from '#session/session.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { Lamp } from '#ui/Tag.tsx'
import { routeOf } from '../definitions.ts'
import styles from './GatewaySwitcher.module.css'
import { useCut } from './use-cut.ts'

/** Lamps have four tones; what works on the gateway warns. */
const lampOf = (state: GatewayState) => {
  const { tone } = GATEWAY_LOOKS[state]
  return tone === 'ok' || tone === 'off' || tone === 'danger' ? tone : 'warn'
}

/** Which home this is and how it is. An administrator chooses from the list of all, others among their own. */
export function GatewaySwitcher() {
  const { t, say } = useText()
  const { gateway, gateways, user, twin } = useSession()
  if (user?.groups[0] === 'admin' && !twin)
    return (
      <a className={styles.switcher} href={routeOf('gate_select')}>
        <Face gateway={gateway} userId={user?.id} more />
        <span className="visually-hidden">{t('shell.gateway.switch')}</span>
      </a>
    )
  if (gateways.length < 2)
    return (
      <div className={styles.switcher}>
        <Face gateway={gateway} userId={user?.id} />
      </div>
    )
  return (
    <Menu
      label={t('shell.gateway.switch')}
      placement="bottom-start"
      groups={[
        {
          id: 'gateways',
          choices: gateways.map((one) => {
            const state = gatewayState(one, user?.id)
            return {
              id: one.serialNumber,
              text: one.name,
              note: gatewayWords(say, one, state),
              icon: GATEWAY_LOOKS[state].icon,
              checked: one.serialNumber === gateway?.serialNumber,
              onSelect: () => session.chooseGateway(one),
            }
          }),
        },
      ]}
      trigger={(attributes) => (
        <button type="button" className={styles.switcher} {...attributes}>
          <Face gateway={gateway} userId={user?.id} more />
          <span className="visually-hidden">{t('shell.gateway.switch')}</span>
        </button>
      )}
    />
  )
}

interface FaceProps {
  gateway: Gateway | undefined
  userId: string | undefined
  more?: boolean
}

function Face({ gateway, userId, more }: FaceProps): ReactNode {
  const { t, say } = useText()
  const state = gateway && gatewayState(gateway, userId)
  const cut = useCut()
  return (
    <>
      <span className={styles.plate}>
        <Icon name={state ? GATEWAY_LOOKS[state].icon : 'gateway'} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <span className="cut">{gateway?.name ?? t('shell.gateway.choose')}</span>
          {more && <Icon name="chevron-down" size="small" />}
        </span>
        {gateway && state && (
          <span className={styles.state}>
            {cut ? (
              <Lamp tone="warn">{say(cut)}</Lamp>
            ) : (
              <Lamp tone={lampOf(state)}>{gatewayWords(say, gateway, state)}</Lamp>
            )}
            <span className={styles.serial}>{gateway.serialNumber}</span>
          </span>
        )}
      </span>
    </>
  )
}
