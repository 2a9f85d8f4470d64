import { useText } from '#i18n/useText.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import { useSession } from '#session/session.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import styles from './AccountMenu.module.css'
import { useAccountGroups } from './account-groups.tsx'

/** "SB" for Seraina Bühler; without names the first letter of the user name. */
function initials({ firstName, lastName, username }: User): string {
  const letters = [firstName, lastName].flatMap((name) => (name ? name.charAt(0) : []))
  return (letters.join('') || username.charAt(0)).toLocaleUpperCase()
}

export function AccountMenu() {
  const { t } = useText()
  const { user } = useSession()
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
              {initials(user)}
            </span>
            <span className="visually-hidden">{t('shell.account.menu')}</span>
          </button>
        )}
      />
    </div>
  )
}
