import { usePorts } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { causeWords } from '#engine/objects/cause-words.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useValueAt } from '#engine/property/state/useProperty.ts'
import { useText } from '#i18n/useText.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import { Card } from '#ui/Card.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { useCauses } from '../causes/use-causes.ts'
import { saidValue } from '../said-value.ts'
import { capital, useTelling } from '../use-telling.ts'
import styles from './beside.module.css'

const MOST = 5

const TONES: Readonly<Record<Cause['kind'], Tone>> = {
  person: 'plain',
  rule: 'automation',
  device: 'plain',
  gateway: 'plain',
  call: 'plain',
  calendar: 'plain',
}

/** Beside the main control of a device: its last changes, each with what caused it (mock 2-shutter). */
export default function WhatChanged({ params }: { params: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const telling = useTelling()
  const { home } = usePorts()
  const { device = '', service = '', property = '' } = params
  const at = { device, service, property }
  // A new value has a new cause.
  const causes = useCauses(at, useValueAt(device, at))
  if (causes.state !== 'loaded' || causes.value.length === 0) return null
  return (
    <Card title={t('scenes.beside.changed')} flush>
      <ol className={styles.rows}>
        {causes.value.slice(0, MOST).map((change, place) => (
          <li key={`${change.at} ${place.toString()}`}>
            <time className={styles.when} dateTime={new Date(change.at).toISOString()}>
              {moment(change.at, now)}
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
