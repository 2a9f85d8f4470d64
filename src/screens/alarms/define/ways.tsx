import { useText } from '#i18n/useText.ts'
import type { WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ICONS } from '../way-icons.ts'
import styles from './define.module.css'

export const WAYS = ['pushNotification', 'emailNotification', 'SMS', 'call'] as const
export type Way = (typeof WAYS)[number]

/** By which ways an alarm is told, each in its own place: a column of them is read at a glance. */
export function WayIcons({ ways = {} }: { ways: WayOfNotify | undefined }) {
  const { t } = useText()
  const used = WAYS.filter((way) => ways[way] === true)
  return (
    <span className={styles.icons}>
      <span className="visually-hidden">
        {used.length === 0 ? t('alarms.noWay') : used.map((way) => t(`alarms.ways.${way}`)).join(', ')}
      </span>
      {WAYS.map((way) => (
        <i key={way} data-on={ways[way] === true || undefined} aria-hidden="true">
          {ways[way] === true && <Icon name={ICONS[way]} size="small" />}
        </i>
      ))}
    </span>
  )
}

/** The ways of one person, each on or off. */
export function WaySwitches({
  name,
  ways,
  only = WAYS,
  usable = {},
  onTurn,
}: {
  name: string
  ways: WayOfNotify
  /** Those by which this person can be reached at all. */
  only?: readonly Way[] | undefined
  /** Those that the alarm uses, and that may be turned. */
  usable: WayOfNotify | undefined
  onTurn(way: Way): void
}) {
  const { t } = useText()
  return (
    <span className={styles.switches}>
      {WAYS.map((way) =>
        only.includes(way) ? (
          <button
            key={way}
            type="button"
            aria-pressed={ways[way] === true}
            aria-label={t('alarms.wayFor', { way: t(`alarms.ways.${way}`), name })}
            title={t(`alarms.ways.${way}`)}
            disabled={usable[way] !== true}
            onClick={() => onTurn(way)}
          >
            <Icon name={ICONS[way]} size="small" />
          </button>
        ) : (
          <i key={way} aria-hidden="true" />
        ),
      )}
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
  only?: readonly Way[]
  error?: string | undefined
}) {
  const { t } = useText()
  return (
    <fieldset className={styles.fields}>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {only.map((way, at) => (
          <CheckboxField
            key={way}
            label={t(`alarms.ways.${way}`)}
            value={ways[way] === true}
            onChange={(on) => onChange({ ...ways, [way]: on })}
            {...(at === only.length - 1 && { error })}
          />
        ))}
      </div>
    </fieldset>
  )
}
