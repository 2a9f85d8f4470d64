import { useMemo } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { missedOf, wantedOf } from '../shared/delivery.ts'
import { type Choice, Choices } from './Choices.tsx'
import { List } from './List.tsx'
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
