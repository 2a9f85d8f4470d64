import { memo } from 'react'
import { encode } from 'uqr'
import { useText } from '#i18n/useText.ts'
import { Mark } from '#ui/marks/Mark.tsx'
import styles from './RegisterGateways.module.css'
import type { Label } from './registrations-csv.ts'

/** What a user scans to be assigned the gateway: the form asks for both. */
const coded = ({ serialNumber, secureId }: Label): string => `${serialNumber} ${secureId}`

/** The code as squares of one path, so that a hundred labels are a hundred elements. */
function Code({ text, title }: { text: string; title: string }) {
  const { size, data } = encode(text, { border: 1, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={title}>
      <path d={path} />
    </svg>
  )
}

/** The label that is stuck on a gateway; its code is worked out once. */
export const LabelCard = memo(function LabelCard({ label }: { label: Label }) {
  const { t } = useText()
  return (
    <div className={styles.label}>
      <Code text={coded(label)} title={t('registering.code')} />
      <div className={styles.facts}>
        <Mark />
        <dl>
          <div>
            <dt>{t('registering.fields.serialNumber')}</dt>
            <dd>{label.serialNumber}</dd>
          </div>
          <div>
            <dt>{t('registering.fields.secureId')}</dt>
            <dd>{label.secureId}</dd>
          </div>
          {label.licenceKey !== undefined && (
            <div>
              <dt>{t('registering.fields.licenceKey')}</dt>
              <dd>{label.licenceKey}</dd>
            </div>
          )}
        </dl>
      </div>
    </div>
  )
})
