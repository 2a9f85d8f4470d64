import type { MouseEvent, ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Mark } from '#ui/marks/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LanguageLinks } from '#ui/page/LanguageLinks.tsx'
import { signOut } from './actions.ts'
import { go } from './address.ts'
import { menuItems, routeOf } from './definitions.ts'
import styles from './Shell.module.css'
import { useCall } from './use-call.ts'

/** Screens that belong to an entry of the menu without being it. */
const entryOf = (screen: string | undefined): string | undefined =>
  menuItems.find(({ id }) => id === screen)?.id ??
  (screen?.includes('connect') ? 'wifi' : screen?.split('-')[0])

function follow(event: MouseEvent, to: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go(to)
}

function Menu({ current }: { current: string | undefined }) {
  const { say, t } = useText()
  const marked = entryOf(current)
  return (
    <nav className={styles.menu} aria-label={t('local.setup.menu')}>
      {menuItems.map(({ id, icon, screen }) => (
        <a
          key={id}
          href={routeOf(screen)}
          aria-current={id === marked ? 'page' : undefined}
          onClick={(event) => follow(event, routeOf(screen))}
        >
          <Icon name={iconNamed(icon)} />
          <span>{say(`menu.${id}`)}</span>
        </a>
      ))}
    </nav>
  )
}

/** Says on every page that nothing is real here. */
function Simulated() {
  const { t } = useText()
  const [board] = useCall('getBoardInfo')
  if (board.state !== 'loaded' || !board.value.simulated) return null
  return <Notice tone="warn">{t('local.setup.simulated')}</Notice>
}

/** Head, menu and foot around a screen; before sign-in there is only the screen. */
export function Shell({
  inside,
  current,
  children,
}: {
  inside: boolean
  current: string | undefined
  children: ReactNode
}) {
  const { t } = useText()
  return (
    <div className={styles.shell} data-inside={inside || undefined}>
      <header className={styles.head}>
        <Mark name={t('shell.product')} />
        {inside && <Menu current={current} />}
        {inside && (
          <Button look="quiet" icon="logout" onClick={signOut}>
            {t('local.setup.signOut')}
          </Button>
        )}
      </header>
      <main className={styles.main}>
        {inside && <Simulated />}
        {children}
      </main>
      <footer className={styles.foot}>
        <LanguageLinks />
      </footer>
    </div>
  )
}
