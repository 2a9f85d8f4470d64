import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { Facts } from '../../../facts/Facts.tsx'
import type { Row } from '../../../ports.ts'
import styles from '../list.module.css'
import type { RowsProps } from './rows.ts'

type Detailed = NonNullable<RowsProps['details']>

const idOf = (id: string): string => `details-${id}`

/** Where a row says what it is: the words that tell its details from those of others. */
export const namingId = (id: string): string => `names-${id}`

interface ToggleProps {
  id: string
  details: Detailed
}

/** Opens and closes what a row has to tell; its target is the whole row, by style. */
export function DetailsToggle({ id, details }: ToggleProps) {
  const { t } = useText()
  const open = details.opened === id
  return (
    <button
      type="button"
      className={styles.open}
      data-open
      aria-expanded={open}
      aria-controls={open ? idOf(id) : undefined}
      aria-labelledby={`${idOf(id)}-word ${namingId(id)}`}
      onClick={() => details.toggle(id)}
    >
      <Icon name={open ? 'chevron-up' : 'chevron-down'} size="small" />
      <span id={`${idOf(id)}-word`} className="visually-hidden">
        {t('engine.list.more')}
      </span>
    </button>
  )
}

/** What stands below a row that was opened; nothing while it is closed. */
export function RowDetails({ id, row, resource, details }: ToggleProps & { row: Row; resource: string }) {
  return (
    <div id={idOf(id)} className={styles.details}>
      <Facts known facts={details.facts} words={resource} row={row} />
    </div>
  )
}
