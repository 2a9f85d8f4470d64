import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Device, Property, Service } from '#schemas/generated/entities/device.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { useLoad } from '../../facts/use-load.ts'
import { failureText } from '../../failure-text.ts'
import { useNow } from '../../property/state/useNow.ts'
import { useProperty } from '../../property/state/useProperty.ts'
import styles from './Details.module.css'

const load = { command: 'get_device_detailed', params: { device_id: 'route.id' } } as const

/** Gateways of other makes may answer anything. */
const isDevice = (told: unknown): told is Device =>
  typeof told === 'object' && told !== null && 'service_list' in told && Array.isArray(told.service_list)

/** Everything that the gateway tells of the device, as it tells it; values follow what happens. */
export function RawValues({ device }: { device: string }) {
  const text = useText()
  const { t } = text
  const [tries, setTries] = useState(0)
  const loaded = useLoad(load, `${device}/${tries}`, { route: { id: device } })
  return (
    <Card title={t('handling.raw.title')} flush>
      {loaded.state === 'waiting' ? (
        <div className={styles.waiting} aria-busy="true">
          <SkeletonLines lines={5} />
        </div>
      ) : loaded.state === 'loaded' && isDevice(loaded.value) ? (
        <Table device={loaded.value} />
      ) : (
        <ErrorState bare title={t('handling.raw.failed')} onRetry={() => setTries(tries + 1)}>
          {failureText(loaded.state === 'failed' ? loaded.error : undefined, text)}
        </ErrorState>
      )}
    </Card>
  )
}

/** On a phone what a value is and when it came gives way to the value. */
function Table({ device }: { device: Device }) {
  const { t } = useText()
  const phone = usePhone()
  return (
    <table className={styles.raw} aria-label={t('handling.raw.title')}>
      <thead>
        <tr>
          <th scope="col">{t('handling.raw.property')}</th>
          <th scope="col">{t('handling.raw.value')}</th>
          {!phone && <th scope="col">{t('handling.raw.kind')}</th>}
          {!phone && <th scope="col">{t('handling.raw.at')}</th>}
        </tr>
      </thead>
      {device.service_list.map((service) => (
        <tbody key={service.name}>
          <tr>
            <th colSpan={phone ? 2 : 4} scope="rowgroup">
              {service.name}
            </th>
          </tr>
          {service.property_list.map((property) => (
            <Row key={property.name} device={device.id} service={service} property={property} phone={phone} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface RowProps {
  device: string
  service: Service
  property: Property
  phone: boolean
}

/** What bounds a value: its range, and its unit where the wire counts in it. */
function boundsOf({ min, max, unit, scale = 1 }: Property): string {
  const range = min === undefined && max === undefined ? '' : `${min ?? '…'}–${max ?? '…'}`
  return [range, scale === 1 ? (unit ?? '') : ''].filter(Boolean).join(' ')
}

function Row({ device, service, property, phone }: RowProps) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const live = useProperty({ device, service: service.name, property: property.name })
  const value = live.value === undefined ? property.value : live.value
  const at = live.at ?? (property.at === undefined ? undefined : Date.parse(property.at))
  return (
    <tr>
      <td>
        <code>{property.name}</code>
      </td>
      <td>
        <code className={styles.value}>{JSON.stringify(value ?? null)}</code>
      </td>
      {!phone && (
        <td>
          {property.type}
          <small>
            {[t(property.readonly ? 'handling.raw.read' : 'handling.raw.set'), boundsOf(property)]
              .filter(Boolean)
              .join(', ')}
          </small>
        </td>
      )}
      {!phone && <td>{at === undefined ? '–' : words.age(at, now)}</td>}
    </tr>
  )
}
