import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import type { ChoiceProps } from './Choices.tsx'
import styles from './List.module.css'
import { matching } from './value.ts'

/** So many are drawn at once, however many there are. */
const DRAWN = 50

/** Hundreds of choices: type to find, arrows and Enter to take. */
export function Search({ label, choices, current, disabled, reason, phase, choose }: ChoiceProps) {
  const { t } = useText()
  const words = useWords()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const open = typed !== undefined
  const found = open
    ? matching(
        choices.map(({ text }) => text),
        typed,
        DRAWN,
      )
    : { at: [], more: 0 }
  const text = choices.find((choice) => choice.value === current)?.text ?? String(current ?? '')

  const take = (index: number | undefined) => {
    const choice = index === undefined ? undefined : choices[index]
    setTyped(undefined)
    if (choice) choose(choice.value)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(undefined)
    else if (event.key === 'Enter') take(found.at[active])
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setTyped('')
      const last = found.at.length - 1
      setActive(Math.min(last, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1))))
    }
  }

  return (
    <div
      className={styles.list}
      data-phase={phase}
      data-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-disabled={disabled || undefined}
      title={reason}
    >
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={open && found.at.length > 0 ? `${id}-${active}` : undefined}
        aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
        autoComplete="off"
        disabled={disabled}
        placeholder={text || t('widgets.choose')}
        value={typed ?? text}
        onFocus={() => setTyped('')}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={press}
        onBlur={() => setTyped(undefined)}
      />
      <Icon name="search" size="small" />
      {open && (
        <div id={id} role="listbox" aria-label={label} className={styles.found}>
          {found.at.map((index, at) => (
            <div
              key={String(choices[index]?.value)}
              id={`${id}-${at}`}
              role="option"
              aria-selected={choices[index]?.value === current}
              data-active={at === active || undefined}
              tabIndex={-1}
              // Before the field loses the focus and the list with it.
              onPointerDown={(event) => {
                event.preventDefault()
                take(index)
              }}
            >
              {choices[index]?.text}
            </div>
          ))}
          {found.at.length === 0 && <p className={styles.rest}>{t('widgets.nothingFound')}</p>}
          {found.more > 0 && (
            <p className={styles.rest}>{t('widgets.typeOn', { more: words.number(found.more, 0) })}</p>
          )}
        </div>
      )}
    </div>
  )
}
