import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#i18n/useText.ts'
import { isTyping } from '#lib/typing.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Screen.module.css'

interface Props {
  /** Undefined where the screen has no search. */
  search: { open: boolean; toggle(): void } | undefined
  /** Undefined where the tiles keep their order. */
  arrange: { on: boolean; toggle(): void } | undefined
}

/** At the end of the chips: search and filters, and another order. */
export function TileTools({ search, arrange }: Props) {
  const { t } = useText()
  const open = useEffectEvent(() => search && !search.open && search.toggle())
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      open()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = search?.open
  const wasOpen = useRef(isOpen)
  // The field goes with the focus: it is back where it came from.
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <span className={styles.tools}>
      {search && (
        <Button
          ref={opener}
          only
          icon="search"
          aria-expanded={search.open}
          title={t('device.tiles.find')}
          onClick={search.toggle}
        >
          {t('device.tiles.find')}
        </Button>
      )}
      {arrange && (
        <Button
          only
          icon="sort"
          aria-pressed={arrange.on}
          title={t('device.tiles.arrange')}
          onClick={arrange.toggle}
        >
          {t('device.tiles.arrange')}
        </Button>
      )}
    </span>
  )
}
