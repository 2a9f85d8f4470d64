import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import type { DeviceHead } from '../../ports.ts'
import { useNow } from '../../property/state/useNow.ts'
import styles from './Rows.module.css'

/** How the device is reached (spec 2 §3, network fields); what is not known is left out. */
export function NetworkFacts({ device }: { device: DeviceHead }) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const { id, model, address, ipAddress, linkSpeed, route, routeAt, role } = device
  const facts: readonly (readonly [string, ReactNode])[] = [
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
      <dl className={styles.rows}>
        {facts
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className={styles.term}>{name}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}
