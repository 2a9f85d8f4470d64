import { useText } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { initialsOf } from '#ui/marks/Face.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import styles from './AccountMenu.module.css'
import { nameOf, useAccountGroups } from './account-groups.tsx'

export function AccountMenu() {
  const { t } = useText()
  const { user, viewing } = useSession()
  const groups = useAccountGroups()
  if (!user) return null
  return (
    <div className={styles.account}>
      <Menu
        label={t('shell.account.menu')}
        groups={groups}
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
