import { useText } from '#i18n/useText.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './dashboard.module.css'
import type { Pages } from './pages.ts'

interface Props {
  pages: Pages
  value: string
  choose(id: string): void
}

/** The pages of a dashboard, by picture and name; many of them scroll. */
export function PageTabs({ pages, value, choose }: Props) {
  const { t } = useText()
  return (
    <nav className={styles.tabs} aria-label={t('dashboard.pages')}>
      {pages.map(({ id, name, icon }) => (
        <button
          key={id}
          type="button"
          aria-current={id === value ? 'page' : undefined}
          onClick={() => choose(id)}
        >
          <Icon name={iconNamed(icon, 'home')} size="small" />
          <span className="cut">{name ?? t('dashboard.firstPage')}</span>
        </button>
      ))}
    </nav>
  )
}
