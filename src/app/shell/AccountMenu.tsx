import { useText } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { initialsOf } from '#ui/marks/Face.tsx'
import { AccountButton } from './AccountButton.tsx'
import styles from './AccountMenu.module.css'
import { nameOf } from './name-of.ts'

export function AccountMenu() {
  const { t } = useText()
  const { user, viewing } = useSession()
  if (!user) return null
  return (
    <div className={styles.account}>
      <AccountButton
        label={t('shell.account.menu')}
        trigger={(attributes) => (
          <button type="button" className={styles.button} {...attributes}>
            <span className={styles.face} aria-hidden="true">
              {initialsOf(nameOf(user, viewing))}
            </span>
            <span className="visually-hidden">{t('shell.account.menu')}</span>
          </button>
        )}
      />
    </div>
  )
}
