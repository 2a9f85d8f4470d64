import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import type { DeviceHead } from '../../ports.ts'
import { useNow } from '../../property/state/useNow.ts'
import { type Fact, Facts } from './About.tsx'
import styles from './Details.module.css'
import { RawValues } from './RawValues.tsx'

/** What few ask for and nobody should have to look for elsewhere: how the device is reached, and what it really says. */
export default function Details({ device }: { device: DeviceHead }) {
  return (
    <div className={styles.details}>
      <NetworkFacts device={device} />
      <RawValues device={device.id} />
    </div>
  )
}

/** How the device is reached (spec 2 §3, network fields); what is not known is left out. */
function NetworkFacts({ device }: { device: DeviceHead }) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const { id, model, address, ipAddress, linkSpeed, route, routeAt, role } = device
  const facts: readonly Fact[] = [
    [t('handling.network.address'), address],
    [t('handling.network.ipAddress'), ipAddress],
    [t('handling.network.role'), role === undefined ? undefined : t(`handling.network.role${role}`)],
    [t('handling.network.speed'), linkSpeed],
    [t('handling.network.route'), route],
    [t('handling.network.routeAt'), routeAt === undefined ? undefined : words.age(routeAt, now)],
    [t('handling.network.model'), model],
    [t('handling.network.id'), id],
  ]
  return (
    <Card title={t('device.page.network')} flush>
      <Facts facts={facts} />
    </Card>
  )
}
