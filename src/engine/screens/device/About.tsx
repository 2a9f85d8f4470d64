import type { ReactNode } from 'react'
import { modelKey } from '#gateway/lib/models/text-keys.ts'
import { signalLevel } from '#gateway/lib/network/signal.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { Card } from '#ui/Card.tsx'
import type { DeviceHead } from '../../ports.ts'
import { stateWord } from '../tiles/TileState.tsx'
import styles from './Rows.module.css'

/** What the device is: model, maker, software, signal. */
export function About({ device, layout }: { device: DeviceHead; layout: DeviceLayout }) {
  const text = useText()
  const words = useWords()
  const { t, say } = text
  const { lqi } = device
  const facts: readonly Fact[] = [
    [t('device.page.model'), say(modelKey(layout.model), layout.name)],
    [t('device.page.manufacturer'), device.manufacturer],
    [t('device.page.firmware'), device.firmware],
    [t('device.page.status'), stateWord(device, text)],
    [t('device.page.room'), device.room?.name],
    [t('device.page.network'), say(`device.network.${device.networkType}`, device.networkType)],
    [
      t('device.page.signal'),
      lqi === undefined ? undefined : (
        <>
          {t(`device.page.signal${signalLevel(lqi)}`)}
          <small>{t('device.page.lqi', { lqi: words.number(lqi, 0) })}</small>
        </>
      ),
    ],
  ]
  return (
    <Card title={t('device.page.about')} flush>
      <Facts facts={facts} />
      {layout.generated && <p className={styles.note}>{t('device.page.generated')}</p>}
    </Card>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

/** Each fact beside its name; what is not known is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
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
  )
}

/** What there is to know before using it, where the entry has such a text. */
export function Help({ layout: { helpTextKey } }: { layout: DeviceLayout }) {
  const { t, say } = useText()
  const help = helpTextKey === undefined ? '' : say(`help.${helpTextKey}`)
  if (help === '') return null
  return (
    <Card title={t('device.page.help')}>
      <p className={styles.help}>{help}</p>
    </Card>
  )
}
