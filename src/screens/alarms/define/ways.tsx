import { useText } from '#i18n/useText.ts'
import type { WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from '../alarms.module.css'

export const WAYS = ['pushNotification', 'emailNotification', 'SMS', 'call'] as const

/** By which ways an alarm is told. */
export function WayTags({ ways = {} }: { ways: WayOfNotify | undefined }) {
  const { t } = useText()
  const used = WAYS.filter((way) => ways[way] === true)
  if (used.length === 0) return <Tag>{t('alarms.noWay')}</Tag>
  return (
    <span className={styles.ways}>
      {used.map((way) => (
        <Tag key={way}>{t(`alarms.ways.${way}`)}</Tag>
      ))}
    </span>
  )
}

export function WayFields({
  legend,
  ways,
  onChange,
  only = WAYS,
  error,
}: {
  legend: string
  ways: WayOfNotify
  onChange(ways: WayOfNotify): void
  /** Those that are to be had. */
  only?: readonly (typeof WAYS)[number][]
  error?: string | undefined
}) {
  const { t } = useText()
  return (
    <fieldset className={styles.fields}>
      <legend>{legend}</legend>
      {only.map((way, at) => (
        <CheckboxField
          key={way}
          label={t(`alarms.ways.${way}`)}
          value={ways[way] === true}
          onChange={(on) => onChange({ ...ways, [way]: on })}
          {...(at === only.length - 1 && { error })}
        />
      ))}
    </fieldset>
  )
}
