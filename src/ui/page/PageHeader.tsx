import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './PageHeader.module.css'
import { PageTitle } from './PageTitle.tsx'

interface Props {
  title: string
  /** Where this page belongs: one step up. */
  crumb?: { label: string; href: string }
  /** One line: gateway, room, counts. */
  context?: ReactNode
  /** What stands before the words, e.g. a face. */
  before?: ReactNode
  /** A switch between ways to see the same things. */
  views?: ReactNode
  /** At most one filled button. */
  actions?: ReactNode
}

/** Head of every page. The title takes the focus after navigation, so that readers hear where they are. */
export function PageHeader({ title, crumb, context, before, views, actions }: Props) {
  return (
    <div className={styles.page}>
      {before}
      <div className={styles.words}>
        {crumb && (
          <nav className={styles.crumb}>
            <a href={crumb.href}>
              <Icon name="chevron-left" size="small" />
              {crumb.label}
            </a>
          </nav>
        )}
        <PageTitle text={title} />
        {context && <p>{context}</p>}
      </div>
      {(views || actions) && (
        <div className={styles.tools}>
          {views}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </div>
  )
}
