import { useMemo } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { missedOf, wantedOf } from '../shared/delivery.ts'
import { type Choice, type ChoiceProps, Choices } from './Choices.tsx'
import styles from './List.module.css'
import { Search } from './Search.tsx'
import { decode, formOf, type Options, type Shown, wordOfChoice } from './value.ts'

/** One of several: side by side where they are few and short, else a list, with a search where there are hundreds. */
export function Selection({
  label,
  value,
  options,
  place,
  disabled,
  reason,
  state,
  commit,
}: WidgetProps<Shown, Options>) {
  const words = useWords()
  // Thousands of options are put into words once, not at every report.
  const choices = useMemo<readonly Choice[]>(
    () =>
      options.choices.map((option) => ({ value: option.value, text: wordOfChoice(option, options, words) })),
    [options, words],
  )
  const wanted = wantedOf(state)
  const missed = missedOf(state)
  const form = formOf(
    options,
    choices.map(({ text }) => text),
    place,
  )
  const shared = {
    label,
    choices,
    disabled,
    reason,
    phase: state.phase,
    current: wanted === undefined ? value : decode(wanted, options),
    missed: missed === undefined ? undefined : decode(missed, options),
    choose: commit,
  }
  if (form === 'buttons' || form === 'segments')
    return <Choices {...shared} orders={form === 'buttons'} wraps={options.wraps} roomy={place === 'page'} />
  if (form === 'search') return <Search {...shared} />
  return <List {...shared} stateless={options.stateless} named={place === 'page'} />
}

/** The browser's own list: the best one on every phone. Where its name stands nowhere else it says it itself. */
function List({ stateless, named, ...props }: ChoiceProps & { stateless: boolean; named: boolean }) {
  const { label, choices, current, missed, disabled, reason, phase, choose } = props
  const { t } = useText()
  const known = choices.some((choice) => choice.value === current)
  const shown = stateless || current === undefined ? '' : String(current)
  return (
    <span
      className={styles.list}
      data-phase={phase}
      data-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-disabled={disabled || undefined}
      title={reason}
    >
      <select
        aria-label={label}
        aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
        disabled={disabled}
        value={shown}
        onChange={(event) => {
          const chosen = choices.find((choice) => String(choice.value) === event.currentTarget.value)
          if (chosen) choose(chosen.value)
        }}
      >
        {(stateless || !known) && (
          <option value={shown} disabled>
            {!stateless && current !== undefined ? String(current) : named ? t('widgets.choose') : label}
          </option>
        )}
        {choices.map(({ value, text }) => (
          <option key={String(value)} value={String(value)}>
            {missed !== undefined && value === missed ? t('widgets.notTaken', { text }) : text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="small" />
    </span>
  )
}
