import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './CommandButton.module.css'
import { Keys } from './Keys.tsx'
import { opened } from './opened.ts'

/** The search in the header: it opens the palette. */
export function CommandButton() {
  const { t } = useText()
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => opened.set('palette')}
      >
        <Icon name="search" />
        <span className={styles.words}>{t('shell.search')}</span>
        <span className={styles.keys} aria-hidden="true">
          <Keys keys="Mod+k" />
        </span>
      </button>
    </div>
  )
}
