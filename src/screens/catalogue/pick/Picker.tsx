import { useState } from 'react'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import styles from './pick.module.css'
import type { Target } from './target.ts'

interface Props {
  target: Target
  /** The whole text as a value: what else is placed. */
  whole: unknown
  onPick(insert: string): void
  onClose(): void
}

/** A choice in place of typing: icons and names by sight, a place by pointing at it. */
export default function Picker({ target, whole, onPick, onClose }: Props) {
  const { t } = useText()
  const { kind } = target
  return (
    <Dialog open title={t(`catalogue.pick.${kind}`)} onClose={onClose}>
      {kind === 'place' ? (
        <PlacePicker target={target} whole={whole} onPick={onPick} onClose={onClose} />
      ) : (
        <Names {...target} onPick={onPick} />
      )}
    </Dialog>
  )
}

function Names({ kind, options, value, onPick }: Target & Pick<Props, 'onPick'>) {
  const { t } = useText()
  const [search, setSearch] = useState('')
  const words = plainLetters(search).split(/\s+/)
  const found = options.filter(({ label }) => words.every((word) => plainLetters(label).includes(word)))
  return (
    <>
      <SearchField label={t('catalogue.pick.search')} value={search} onChange={setSearch} />
      <ul className={styles.names} data-kind={kind}>
        {found.map(({ label, text }) => (
          <li key={text}>
            <button type="button" aria-pressed={label === value} onClick={() => onPick(text)}>
              {kind === 'icon' && <Icon name={iconNamed(label)} size="large" />}
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t('catalogue.pick.nothing')}</p>}
    </>
  )
}
