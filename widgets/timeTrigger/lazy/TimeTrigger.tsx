import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { busy, missedOf, wantedOf } from '../../shared/delivery.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { TimeField } from './TimeField.tsx'
import styles from './TimeTrigger.module.css'
import { daysText, dayWord, decode, MIDNIGHT, type Options, read, type Shown, timeText } from './value.ts'

/** A time of the day and the days on which it comes round. */
export function TimeTrigger(props: WidgetProps<Shown, Options>) {
  const { label, value, options, place, disabled, reason, state, commit } = props
  const { t } = useText()
  const words = useWords()
  const wanted = wantedOf(state)
  // What a gateway tells is one thing as long as it says the same.
  const asked = wanted === undefined ? value : decode(wanted, options)
  const { shown, editing, change } = useDraft(JSON.stringify(asked) ?? '', (text) =>
    commit(text === '' ? undefined : (JSON.parse(text) as Shown)),
  )
  const now = shown === '' ? undefined : (JSON.parse(shown) as NonNullable<Shown>)
  const set = (next: Partial<NonNullable<Shown>>) => change(JSON.stringify({ ...(now ?? MIDNIGHT), ...next }))
  const missed = missedOf(state)
  const on = now?.active === true
  // A tile has no room for seconds that nobody set.
  const seconds = options.seconds && (place === 'page' || (now?.second ?? 0) > 0)
  return (
    <fieldset
      className={styles.trigger}
      aria-label={label}
      aria-busy={busy(state) || undefined}
      data-place={place}
      data-phase={state.phase}
      data-editing={editing || undefined}
      data-off={(now && !on) || undefined}
      title={reason}
    >
      <div className={styles.row}>
        <TimeField
          label={t('panels.days.time', { name: label })}
          text={now ? timeText(now, { seconds }) : ''}
          disabled={disabled}
          enter={set}
        />
        {options.switchable && (
          <button
            type="button"
            role="switch"
            className={styles.power}
            aria-checked={on}
            aria-label={label}
            disabled={disabled}
            onClick={() => set({ active: !on })}
          >
            <Icon name="power" size="small" />
            {t(on ? 'widgets.on' : 'widgets.off')}
          </button>
        )}
      </div>
      {options.days.length > 0 &&
        (place === 'tile' ? (
          <p className={styles.days}>{daysText(now?.days ?? [], words)}</p>
        ) : (
          <div className={styles.week}>
            {options.days.map((day) => (
              <button
                key={day}
                type="button"
                aria-pressed={now?.days.includes(day) ?? false}
                aria-label={t(`panels.days.long.${day}`)}
                disabled={disabled}
                onClick={() => set({ days: toggled(options.days, now?.days ?? [], day) })}
              >
                {dayWord(day, words)}
              </button>
            ))}
          </div>
        ))}
      {missed !== undefined && (
        <p className={styles.missed}>
          {t('widgets.notTaken', { text: read(decode(missed, options), options, words).text })}
        </p>
      )}
    </fieldset>
  )
}

const toggled = <T,>(all: readonly T[], chosen: readonly T[], one: T): readonly T[] =>
  all.filter((day) => chosen.includes(day) !== (day === one))
