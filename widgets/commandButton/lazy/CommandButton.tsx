import { useEffect, useState } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './CommandButton.module.css'
import { type Command, iconOf, type Options, type Shown, wordOfCommand } from './value.ts'

/** A first press counts for so long. */
const ARMED = 5000

/** Orders that leave nothing to show: one button each. What cannot be taken back is pressed twice. */
export function CommandButton({
  label,
  options,
  disabled,
  reason,
  state,
  commit,
}: WidgetProps<Shown, Options>) {
  const { t } = useText()
  const words = useWords()
  const [armed, arm] = useState<Command>()
  useEffect(() => {
    if (armed === undefined) return
    const timer = setTimeout(() => arm(undefined), ARMED)
    return () => clearTimeout(timer)
  }, [armed])

  const press = (value: Command) => {
    if (options.confirm && armed !== value) return arm(value)
    arm(undefined)
    commit(value)
  }
  const wanted = state.phase === 'reported' ? undefined : state.wanted
  return (
    <fieldset className={styles.commands} aria-label={label} title={reason}>
      {options.commands.map((command) => {
        const { value } = command
        const word = wordOfCommand(command, options, label, words)
        const asks = armed === value
        const mine = wanted !== undefined && (wanted === value || options.commands.length === 1)
        const busy = mine && (state.phase === 'sending' || state.phase === 'accepted')
        return (
          <button
            key={String(value)}
            type="button"
            data-armed={asks || undefined}
            data-phase={mine ? state.phase : undefined}
            aria-busy={busy || undefined}
            disabled={disabled}
            onClick={() => press(value)}
            onBlur={() => arm(undefined)}
            onKeyDown={({ key }) => key === 'Escape' && arm(undefined)}
          >
            <Icon name={asks ? 'warning' : iconNamed(iconOf(command, options), 'button')} size="small" />
            <span>{asks ? t('controls.pressAgain', { command: word }) : word}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
