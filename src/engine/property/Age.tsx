import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Age.module.css'
import { useNow } from './state/useNow.ts'

/** How old a value is that may no longer be true (U-03). */
export function Age({ at }: { at: number | undefined }) {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  return (
    <span className={styles.age}>
      <Icon name="clock" size="mark" />
      {at === undefined ? t('device.age.unknown') : t('device.age.stale', { age: words.age(at, now) })}
    </span>
  )
}
