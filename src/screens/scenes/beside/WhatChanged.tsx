import { useDoors } from '#engine/engine.ts'
import { useLoad } from '#engine/facts/use-load.ts'
import { useNow } from '#engine/property/useNow.ts'
import { useValueAt } from '#engine/property/useProperty.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import { Card } from '#ui/Card.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { saidValue } from '../said-value.ts'
import { causeWords } from '../trigger-words.ts'
import { capital, useTelling } from '../use-telling.ts'
import styles from './beside.module.css'

const MOST = 5

const TONES: Readonly<Record<Cause['kind'], Tone>> = {
  person: 'plain',
  rule: 'automation',
  device: 'plain',
  gateway: 'plain',
}

/** Beside the main control of a device: its last changes, each with what caused it (mock 2-shutter). */
export default function WhatChanged({ params }: { params: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const telling = useTelling()
  const { home } = useDoors()
  const { device = '', service = '', property = '' } = params
  const at = { device, service, property }
  // A new value has a new cause.
  const value = JSON.stringify(useValueAt(device, at) ?? null)
  const loaded = useLoad(
    {
      command: 'get_property_causes',
      params: {
        device_id: 'form.device_id',
        service_name: 'form.service_name',
        property_name: 'form.property_name',
      },
    },
    `${device}/${service}/${property} ${value}`,
    { form: { device_id: device, service_name: service, property_name: property } },
  )
  if (loaded.state !== 'loaded') return null
  const { changes } = loaded.value as Commands['get_property_causes']['data']
  if (changes.length === 0) return null
  return (
    <Card title={t('scenes.beside.changed')} flush>
      <ol className={styles.rows}>
        {changes.slice(0, MOST).map((change, place) => (
          <li key={`${change.at} ${place.toString()}`}>
            <time className={styles.when} dateTime={new Date(change.at).toISOString()}>
              {words.moment(change.at, now)}
            </time>
            <span className={styles.words}>
              <span>{capital(saidValue(change.value, at, home, telling))}</span>
              <small>{causeWords(change.cause, telling)}</small>
            </span>
            <Tag tone={TONES[change.cause.kind]}>{t(`scenes.beside.kind.${change.cause.kind}`)}</Tag>
          </li>
        ))}
      </ol>
    </Card>
  )
}
