import type { WidgetProps } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Toggle } from '../shared/controls/Toggle.tsx'
import { busy, missedOf, wantedOf } from '../shared/delivery.ts'
import { capital } from '../shared/words.ts'
import styles from './IconType.module.css'
import { StateWord } from './StateWord.tsx'
import { decode, isOn, nextOf, type Options, read, type Shown } from './value.ts'

/** A switch where the value can be switched; otherwise the icon and the word of the value. */
export function IconType(props: WidgetProps<Shown, Options>) {
  const { label, value, options, place, disabled, reason, state, commit } = props
  const words = useWords()
  const wanted = wantedOf(state)
  const shown = wanted === undefined ? value : decode(wanted, options)
  const reading = read(shown, options, words)
  if (options.control === 'none') return <StateWord label={label} reading={reading} place={place} />

  if (options.control === 'cycle')
    return (
      <button
        type="button"
        className={styles.cycle}
        data-phase={state.phase}
        aria-label={`${label}: ${reading.text}`}
        aria-busy={busy(state) || undefined}
        disabled={disabled}
        title={reason}
        onClick={() => commit(nextOf(shown, options))}
      >
        <Icon name={iconNamed(reading.icon)} />
        {place !== 'head' && <span>{reading.text}</span>}
      </button>
    )

  const on = isOn(shown, options)
  const toggle = (
    <Toggle
      label={label}
      on={on}
      known={shown !== undefined}
      disabled={disabled}
      reason={reason}
      phase={state.phase}
      missed={missedOf(state) !== undefined}
      onToggle={() => commit(on ? options.off : options.on)}
    />
  )
  if (place === 'head') return toggle
  return (
    <div className={styles.row}>
      <span className={styles.word} aria-hidden="true">
        {capital(reading.text)}
      </span>
      {toggle}
    </div>
  )
}
