import { type ReactNode, useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import { Button } from '#ui/Button.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from '../backups.module.css'
import { Difference } from '../Difference.tsx'
import { ICONS } from '../PlanLine.tsx'

const TONES = { added: 'ok', changed: 'plain', removed: 'danger' } as const

const becameOf = ({ before, after }: HomeChange): keyof typeof TONES =>
  before && after ? 'changed' : after ? 'added' : 'removed'

interface Props {
  change: HomeChange
  /** Before it, e.g. a box to tick; it is named by this id. */
  before?: (named: string) => ReactNode
  /** More than what became of it. */
  note?: string | undefined
  actions?: ReactNode
}

/** One thing that was changed in a twin, and what became of it; opened, how it was and how it is. */
export function ChangeRow({ change, before, note, actions }: Props) {
  const { t } = useText()
  const name = useId()
  const [open, setOpen] = useState(false)
  const { kind, id } = change
  const became = becameOf(change)
  const item: PlanItem = {
    ...{ kind, id, name: change.name, change: 'changed' },
    ...(change.before && { present: change.before }),
    ...(change.after && { kept: change.after }),
  }
  return (
    <li className={styles.line}>
      <span className={styles.tick}>{before?.(name)}</span>
      <Badge icon={ICONS[kind]} tone={TONES[became]} />
      <div className={styles.words}>
        <strong id={name}>{change.name}</strong>
        <p>
          {t(`twin.changes.became.${became}`)}
          {note !== undefined && ` ${note}`}
        </p>
        {open && <Difference item={item} heads={{ is: t('twin.changes.was'), was: t('twin.changes.is') }} />}
        {actions}
      </div>
      {became === 'changed' && (
        <Button
          look="quiet"
          icon={open ? 'chevron-up' : 'chevron-down'}
          only
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('twin.changes.difference', { name: change.name })}
        </Button>
      )}
    </li>
  )
}
