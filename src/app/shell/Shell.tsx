import { Suspense, use, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loading } from '#data/http.ts'
import { PortsContext } from '#engine/engine.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { useText } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { Mark } from '#ui/marks/Mark.tsx'
import { awaited } from '#ui/parts/lazy.ts'
import { HeaderPanels } from '../activity/HeaderPanels.tsx'
import { CommandButton } from '../command/CommandButton.tsx'
import { screenAt } from '../definitions.ts'
import { useWanted } from '../guard/wanted.ts'
import { houseRest } from '../rest/house-rest.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { BottomBar } from './BottomBar.tsx'
import { GatewaySwitcher } from './GatewaySwitcher.tsx'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { useEntries } from './use-entries.ts'

/** Nobody but an administrator who looks at somebody's home needs it. */
const ViewBanner = lazyPart(async () => ({ default: (await import('./ViewBanner.tsx')).ViewBanner }))

/** Nor anybody but an administrator who tries something. */
const TwinBanner = lazyPart(() => import('../twin/TwinBanner.tsx'), ['twin', 'shell'])

// Once nothing is being drawn: the line of what loads would be drawn in the midst of it.
awaited.tell = (coming) =>
  queueMicrotask(() => {
    const call = loading.begin()
    const end = (): void => loading.end(call)
    coming.then(end, end)
  })

/** What stands around every signed-in page: menu, header, on a phone the bar below. */
export function Shell() {
  const { t } = useText()
  const entries = useEntries()
  const ports = use(PortsContext)
  const { viewing, twin } = useSession()
  const { pathname } = useLocation()
  // Keys are heard a moment after the first page stands: what hears them is not among what that waits for.
  const CommandLayer = useSyncExternalStore(houseRest.subscribe, houseRest.current)?.CommandLayer
  const { coming } = useWanted()
  const busy = useSyncExternalStore(loading.subscribe, () => loading.active)
  return (
    <div className={styles.shell} data-wide={screenAt(pathname)?.wide}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <nav className={styles.menu} aria-label={t('menu.main')}>
        <a className={styles.mark} href="/" aria-label={t('shell.product')}>
          <Mark name={t('shell.product')} />
        </a>
        <SideMenu entries={entries} />
      </nav>
      <header className={styles.head}>
        <GatewaySwitcher />
        <CommandButton />
        {!twin && <HeaderPanels />}
        <AccountMenu />
      </header>
      {(busy || coming) && <span className={styles.loading} aria-hidden="true" />}
      <main id="content" tabIndex={-1} className={styles.main}>
        <Suspense>
          {viewing !== undefined && <ViewBanner name={viewing} />}
          {ports && twin && <TwinBanner />}
        </Suspense>
        {ports && <Outlet />}
      </main>
      <BottomBar entries={entries} />
      {CommandLayer && <CommandLayer />}
    </div>
  )
}
