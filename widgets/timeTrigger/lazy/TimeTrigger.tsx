import { type KeyboardEvent, useState } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { busy, missedOf, wantedOf } from '../../shared/delivery.ts'
import { useDraft } from '../../shared/use-draft.ts'
import styles from './TimeTrigger.module.css'
import {
  daysText,
  dayWord,
  decode,
  MIDNIGHT,
  type Options,
  read,
  type Shown,
  type Time,
  timeOf,
  timeText,
} from './value.ts'

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

interface Props {
  label: string
  /** As it is now; empty while nobody knows. */
  text: string
  disabled: boolean
  enter(time: Time): void
}

/** A time of 24 hours to type, whatever clock the browser is set to; Enter or leaving takes it, Escape leaves it. */
function TimeField({ label, text, disabled, enter }: Props) {
  const [typed, setTyped] = useState<string>()
  const time = typed === undefined ? undefined : timeOf(typed)
  const leave = (take: boolean) => {
    setTyped(undefined)
    if (take && time) enter(time)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave(true)
    else if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation()
      leave(false)
    }
  }
  return (
    <input
      className={styles.time}
      aria-label={label}
      aria-invalid={(typed !== undefined && typed !== '' && !time) || undefined}
      autoComplete="off"
      placeholder="--:--"
      maxLength={8}
      size={8}
      disabled={disabled}
      value={typed ?? text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => leave(true)}
    />
  )
}
