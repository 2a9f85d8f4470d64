import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { hyphenated } from '#lib/hyphens.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Badge } from '#ui/Tag.tsx'
import { usePhone } from '#ui/use-phone.ts'
import type { DeviceHead } from '../../ports.ts'
import { addressesOf } from '../../property/state/address.ts'
import { newest } from '../../property/state/orders.ts'
import { useNow } from '../../property/state/useNow.ts'
import { useProperties } from '../../property/state/useProperty.ts'
import { goneOf, stateWord } from '../tiles/TileState.tsx'
import { useDeviceLit } from '../tiles/use-lit.ts'
import { useIconSize } from '../use-icon-size.ts'
import styles from './DevicePage.module.css'

interface Props {
  device: DeviceHead
  back: string | undefined
  actions: ReactNode
}

/** Crumb, badge, name; room, network and how old the news is. */
export function DeviceHeader({ device, back, actions }: Props) {
  const { t } = useText()
  const lit = useDeviceLit(device)
  const gone = goneOf(device) !== undefined
  const iconSize = useIconSize(usePhone() ? 'small' : 'large')
  return (
    <>
      {back !== undefined && (
        <nav className={styles.crumb} aria-label={t('device.page.crumb')}>
          <a href={back}>{t('device.page.devices')}</a>
          {device.room && (
            <>
              <Icon name="chevron-right" size="small" />
              <span>{device.room.name}</span>
            </>
          )}
        </nav>
      )}
      <div className={styles.head}>
        <Badge
          icon={iconNamed(device.icon, 'device')}
          tone={gone ? 'off' : lit ? 'lit' : 'primary'}
          size="large"
          width={iconSize}
        />
        <div className={styles.title}>
          <PageHeader
            title={hyphenated(device.name)}
            context={<Context device={device} />}
            actions={actions}
          />
        </div>
      </div>
    </>
  )
}

function Context({ device }: { device: DeviceHead }) {
  const text = useText()
  const words = useWords()
  const now = useNow()
  const { tile } = device.layout ?? {}
  const shown = [tile?.header, tile?.control, ...(tile?.footer ?? [])].filter(
    (placed) => placed !== undefined,
  )
  const at = newest(useProperties(shown.flatMap((placed) => addressesOf(device.id, placed))))
  const parts = [
    device.room?.name,
    text.say(`device.network.${device.networkType}`, device.networkType),
    device.status === 1 || device.status === 2 ? undefined : stateWord(device, text),
    at === undefined ? undefined : text.t('device.age.reported', { age: words.age(at, now) }),
  ]
  return <>{parts.filter((part) => part !== undefined).join(' · ')}</>
}
