import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useDevice, useDevices } from '#engine/property/state/useHome.ts'
import { Tile } from '#engine/screens/tiles/Tile.tsx'
import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './dashboard.module.css'
import { Gone } from './Gone.tsx'

/** The tile of a device, as it stands among the devices. */
export function DeviceCard({ params }: BlockProps) {
  const { t } = useText()
  const { definitions } = useEngine()
  const id = params.of ?? ''
  const device = useDevice(id)
  const { complete } = useDevices()
  const page = definitions.screen('device')
  if (device) return <Tile device={device} href={page && hrefOf(page, { id })} />
  return complete ? <Gone>{t('dashboard.gone.device')}</Gone> : <Skeleton height="100%" />
}

/** What somebody has written down. */
export function NoteCard({ params: { title, text } }: BlockProps) {
  const { t } = useText()
  return (
    <Card title={title || t('dashboard.kinds.note')}>
      <p className={styles.note}>{text}</p>
    </Card>
  )
}

/** Leads elsewhere, e.g. to the page of a camera. */
export function LinkCard({ params: { title, address = '' } }: BlockProps) {
  const { t } = useText()
  const host = hostOf(address)
  if (host === undefined) return <Gone>{t('dashboard.gone.link')}</Gone>
  return (
    <a className={styles.link} href={address} target="_blank" rel="noreferrer noopener">
      <Icon name="camera" />
      <span>
        <strong>{title || host}</strong>
        <small>{host}</small>
      </span>
      <Icon name="external" size="small" />
      <span className="visually-hidden">{t('dashboard.newTab')}</span>
    </a>
  )
}

/** Only what a page may safely lead to. */
function hostOf(address: string): string | undefined {
  try {
    const { protocol, host } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? host : undefined
  } catch {
    return undefined
  }
}
