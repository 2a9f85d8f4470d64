import statuses from '#catalogue/statuses.json'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkContent, KindAction } from '#schemas/generated/entities/bulk-content.ts'
import { Icon, type IconName, iconNamed } from '#ui/Icon.tsx'
import { rules } from '../causes.ts'
import styles from './create.module.css'
import { kindOf } from './drafts.ts'
import { usePartWords } from './part-words.ts'

interface Piece {
  icon: IconName
  what: string
  value: string
}

/** What a kind of device is set to, in words. */
export function useActionWords() {
  const { t, say } = useText()
  const words = useWords()
  return ({ value, ...action }: KindAction): Piece => {
    const kind = kindOf(action)
    const what = kind ? say(`bulk.kinds.${kind.id}.name`) : `${action.service_name}.${action.property_name}`
    if (typeof value === 'number')
      return {
        icon: iconNamed(rules.kinds[kind?.id ?? '']?.icon ?? '', 'device'),
        what,
        value: `${words.number(value, value % 1 === 0 ? 0 : 1)}${kind?.unit ? `\u202f${kind.unit}` : ''}`,
      }
    const spoken = kind ? say(`bulk.kinds.${kind.id}.${String(value)}`, String(value)) : String(value)
    return {
      icon: iconNamed(rules.kinds[kind?.id ?? '']?.icon ?? '', 'device'),
      what,
      value: typeof value === 'boolean' ? spoken : t('bulk.setTo', { value: String(value) }),
    }
  }
}

/** Content as a sentence. */
export function ContentWords({ content }: { content: BulkContent }) {
  const { t } = useText()
  const wordsOf = useActionWords()
  const { statusName } = usePartWords()
  const [what] = content.content_params
  if (what.name === 'create_layout')
    return (
      <p className={styles.sentence}>
        {what.params.floors.map(({ floor_name, rooms }) => (
          <span key={floor_name} className={styles.piece}>
            {floor_name}
            {rooms.length > 0 && <strong>{rooms.map(({ room_name }) => room_name).join(', ')}</strong>}
          </span>
        ))}
      </p>
    )
  if (what.name === 'update_scenario_status') {
    const icon = statuses.icons.find(({ id }) => id === what.params.icon)
    return (
      <p className={styles.sentence}>
        <span className={styles.piece}>
          <Icon name={iconNamed(icon?.icon ?? '', 'shield')} size="small" />
          {statusName(what.params.name)}
        </span>
        {what.params.group !== undefined && (
          <span className={styles.piece}>
            {what.params.group === null ? t('bulk.noGroup') : t('bulk.inGroup', { group: what.params.group })}
          </span>
        )}
      </p>
    )
  }
  if (what.name === 'open_network') return <p className={styles.quiet}>{t('bulk.openNetwork')}</p>
  const { time_triggers = [], event_triggers = [], scenes } = what.params.rule
  return (
    <>
      {time_triggers.length > 0 && (
        <p className={styles.sentence}>
          <span className={styles.word}>{t('bulk.when')}</span>
          {time_triggers.map(({ hour, minute, repeating }) => (
            <span key={`${hour}-${minute}`} className={styles.piece}>
              <Icon name="clock" size="small" />
              {repeating?.every((day) => day)
                ? t('bulk.everyDay')
                : repeating
                  ? t('bulk.someDays')
                  : t('bulk.once')}
              <strong>{[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}</strong>
            </span>
          ))}
        </p>
      )}
      {event_triggers.length > 0 && (
        <p className={styles.sentence}>
          <span className={styles.word}>{t('bulk.when')}</span>
          {event_triggers.map((one) => (
            <span key={JSON.stringify(one)} className={styles.piece}>
              {wordsOf(one).what} <strong>{wordsOf(one).value}</strong>
            </span>
          ))}
        </p>
      )}
      <p className={styles.sentence}>
        <span className={styles.word}>{t('bulk.then')}</span>
        {scenes
          .flatMap(({ devices }) => devices)
          .map((action) => {
            const { icon, what: kind, value } = wordsOf(action)
            return (
              <span key={JSON.stringify(action)} className={styles.piece}>
                <Icon name={icon} size="small" />
                {kind} <strong>{value}</strong>
              </span>
            )
          })}
      </p>
    </>
  )
}
