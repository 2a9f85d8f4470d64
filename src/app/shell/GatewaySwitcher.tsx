import type { ReactNode } from 'react'
import { isLocked } from '#gateway/lib/lock-status.ts'
import { useText } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session, useSession } from '#session/session.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Lamp } from '#ui/Tag.tsx'
import { routeOf } from '../definitions.ts'
import styles from './GatewaySwitcher.module.css'

type State = 'online' | 'offline' | 'pinLocked'

const stateOf = ({ connectionStatus, lockStatus }: Gateway): State =>
  lockStatus !== undefined && isLocked(lockStatus) ? 'pinLocked' : connectionStatus

const lamps = { online: 'ok', offline: 'off', pinLocked: 'danger' } as const

/** Which home this is and how it is. An administrator chooses from the list of all, others among their own. */
export function GatewaySwitcher() {
  const { t } = useText()
  const { gateway, gateways, user } = useSession()
  if (user?.groups[0] === 'admin')
    return (
      <a className={styles.switcher} href={routeOf('gate_select')}>
        <Face gateway={gateway} more />
        <span className="visually-hidden">{t('shell.gateway.switch')}</span>
      </a>
    )
  if (gateways.length < 2)
    return (
      <div className={styles.switcher}>
        <Face gateway={gateway} />
      </div>
    )
  return (
    <Menu
      label={t('shell.gateway.switch')}
      placement="bottom-start"
      groups={[
        {
          id: 'gateways',
          choices: gateways.map((one) => ({
            id: one.serialNumber,
            text: one.name,
            note: t(`shell.gateway.${stateOf(one)}`),
            icon: 'gateway',
            checked: one.serialNumber === gateway?.serialNumber,
            onSelect: () => session.chooseGateway(one),
          })),
        },
      ]}
      trigger={(attributes) => (
        <button type="button" className={styles.switcher} {...attributes}>
          <Face gateway={gateway} more />
          <span className="visually-hidden">{t('shell.gateway.switch')}</span>
        </button>
      )}
    />
  )
}

function Face({ gateway, more }: { gateway: Gateway | undefined; more?: boolean }): ReactNode {
  const { t } = useText()
  return (
    <>
      <span className={styles.plate}>
        <Icon name={gateway && stateOf(gateway) === 'pinLocked' ? 'lock' : 'gateway'} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <span className="cut">{gateway?.name ?? t('shell.gateway.choose')}</span>
          {more && <Icon name="chevron-down" size="small" />}
        </span>
        {gateway && (
          <span className={styles.state}>
            <Lamp tone={lamps[stateOf(gateway)]}>{t(`shell.gateway.${stateOf(gateway)}`)}</Lamp>
            <span className={styles.serial}>{gateway.serialNumber}</span>
          </span>
        )}
      </span>
    </>
  )
}
