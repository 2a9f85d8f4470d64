import { SignalBars } from '#engine/cells/SignalBars.tsx'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { WifiNetwork } from '#schemas/generated/entities/wifi-network.ts'
import type { WifiNetworks as Networks } from '#schemas/generated/entities/wifi-networks.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { go } from './address.ts'
import { definitions, numberLimit, routeOf } from './definitions.ts'
import { type Called, useCall } from './use-call.ts'
import styles from './WifiNetworks.module.css'

/** spec 2 §9: the quality of Wi-Fi in three bands, of 100 percent; in bars. */
const levelOf = (signal: number): 0 | 1 | 2 | 4 =>
  signal >= numberLimit('wifiGood') ? 4 : signal >= numberLimit('wifiFair') ? 2 : signal > 0 ? 1 : 0

/** Whoever names a network may write anything: what steers terminals or the direction of writing is shown as unreadable. */
const shown = (ssid: string): string => ssid.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '\u{FFFD}')

function join({ ssid, encryption }: WifiNetwork): void {
  const screen = definitions.screen('wifi-join')
  if (ssid === '' || !screen) go(routeOf('wifi-manual'))
  else go(hrefOf(screen, { ssid, encryption }))
}

function Row({ network }: { network: WifiNetwork }) {
  const { t } = useText()
  const words = useWords()
  const { ssid, signal, encryption, connected } = network
  const unusable = encryption === 'other'
  return (
    <li>
      <button type="button" className={styles.row} disabled={unusable} onClick={() => join(network)}>
        <SignalBars
          level={levelOf(signal)}
          label={t('local.setup.wifi.signal', { percent: words.number(signal) })}
        />
        <span className={styles.words}>
          <bdi data-hidden={ssid === '' || undefined}>
            {ssid === '' ? t('local.setup.wifi.hidden') : shown(ssid)}
          </bdi>
          {connected && (
            <Tag tone="ok" icon="check">
              {t('local.setup.wifi.connected')}
            </Tag>
          )}
        </span>
        <span className={styles.lock}>
          <Icon name={encryption === 'none' ? 'unlock' : 'lock'} size="small" />
          {t(`local.setup.wifi.${encryption}`)}
        </span>
        {!unusable && <Icon name="chevron-right" size="small" />}
      </button>
    </li>
  )
}

const BONES = [0, 1, 2, 3] as const

function Found({ called, onRetry }: { called: Called<Networks>; onRetry(): void }) {
  const { t } = useText()
  if (called.state === 'failed')
    return (
      <ErrorState title={t('local.setup.wifi.failed.title')} onRetry={onRetry}>
        <p>{t('local.setup.wifi.failed.text')}</p>
      </ErrorState>
    )
  if (called.state === 'loaded' && called.value.count === 0)
    return (
      <EmptyState icon="wifi" title={t('local.setup.wifi.empty.title')}>
        <p>{t('local.setup.wifi.empty.text')}</p>
      </EmptyState>
    )
  return (
    <Card flush>
      <ul className={styles.list} aria-busy={called.state === 'waiting'}>
        {called.state === 'loaded'
          ? called.value.data.map((network) => (
              <Row key={`${network.encryption} ${network.ssid}`} network={network} />
            ))
          : BONES.map((bone) => (
              <li key={bone} className={styles.row} aria-hidden="true">
                <Skeleton width="60%" height="16px" />
              </li>
            ))}
      </ul>
    </Card>
  )
}

/** What the gateway hears, the strongest first; one is chosen by pressing it. */
export function WifiNetworks() {
  const { t } = useText()
  const [called, again] = useCall('scanWifiNetworks', numberLimit('wifiScanTimeout'))
  return (
    <>
      <PageHeader
        title={t('local.screens.wifi.title')}
        context={
          <span role="status">
            {called.state === 'waiting' && t('local.setup.wifi.searching')}
            {called.state === 'loaded' && t('local.setup.wifi.found', { count: called.value.count })}
          </span>
        }
        actions={
          <>
            <Button icon="refresh" busy={called.state === 'waiting'} onClick={again}>
              {t('local.setup.wifi.search')}
            </Button>
            <Button icon="plus" onClick={() => go(routeOf('wifi-manual'))}>
              {t('local.setup.wifi.manual')}
            </Button>
          </>
        }
      />
      <Found called={called} onRetry={again} />
    </>
  )
}
