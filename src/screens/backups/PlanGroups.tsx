import { useId, useState } from 'react'
import { useMore } from '#engine/objects/use-more.tsx'
import { KINDS } from '#gateway/lib/backups/content.ts'
import { useText } from '#i18n/useText.ts'
import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './backups.module.css'
import { keyOf, type Substitution } from './choice.ts'
import { PlanLine } from './PlanLine.tsx'

/** A home of a thousand devices differs in thousands of things: so many of a kind are drawn at first. */
const FIRST = 20

interface Props {
  plan: BackupPlan
  chosen: ReadonlySet<string>
  /** These are chosen from now on, or not any more. */
  onTurn(keys: readonly string[]): void
  substitutions: readonly Substitution[]
  onSubstitute(gone: PlanItem, by: Substitution['by'] | undefined): void
}

/** What would change, kind by kind, each with what it would be. */
export function PlanGroups({ plan, ...props }: Props) {
  const { t } = useText()
  const groups = KINDS.map((kind) => ({
    kind,
    items: plan.items.filter((item) => item.kind === kind),
    replaced: props.substitutions.map(({ gone }) => gone).filter((gone) => gone.kind === kind),
    same: plan.same[kind] ?? 0,
  }))
  return (
    <Card title={t('backups.restore.what')} flush>
      {groups
        .filter(({ items, replaced, same }) => items.length + replaced.length + same > 0)
        .map((group) => (
          <PlanGroup key={group.kind} {...group} {...props} candidates={plan.candidates} />
        ))}
    </Card>
  )
}

function PlanGroup({
  kind,
  items,
  replaced,
  same,
  chosen,
  onTurn,
  substitutions,
  ...props
}: Omit<Props, 'plan'> & {
  kind: PlanItem['kind']
  items: readonly PlanItem[]
  /** Devices that are gone, whose place is taken. */
  replaced: readonly PlanItem[]
  same: number
  candidates: BackupPlan['candidates']
}) {
  const { t } = useText()
  const name = useId()
  const list = useId()
  const [open, setOpen] = useState(true)
  const { shown, more } = useMore([...replaced, ...items], FIRST)
  const choosable = items.filter(({ change }) => change !== 'gone').map(keyOf)
  const left = choosable.filter((key) => !chosen.has(key))
  const all = choosable.length > 0 && left.length === 0
  const counts = (['changed', 'returns', 'removed', 'gone'] as const).flatMap((change) => {
    const count = items.filter((item) => item.change === change).length
    return count > 0 ? [t(`backups.counts.${change}`, { count })] : []
  })
  if (same > 0) counts.push(t('backups.counts.same', { count: same }))
  return (
    <section aria-labelledby={name}>
      <header className={styles.kind}>
        {choosable.length > 0 && (
          <input
            type="checkbox"
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = !all && left.length < choosable.length
            }}
            aria-labelledby={name}
            onChange={() => onTurn(all ? choosable : left)}
          />
        )}
        <h3 id={name}>
          {shown.length === 0 ? (
            t(`backups.kinds.${kind}`)
          ) : (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={open}
              aria-controls={list}
              onClick={() => setOpen(!open)}
            >
              {t(`backups.kinds.${kind}`)}
              <Icon name={open ? 'chevron-up' : 'chevron-down'} size="small" />
            </button>
          )}
        </h3>
        <p>{counts.join(', ')}</p>
      </header>
      <ul id={list} className={styles.lines} hidden={!open}>
        {shown.map((item) => (
          <PlanLine
            key={keyOf(item)}
            item={item}
            chosen={chosen.has(keyOf(item))}
            onTurn={() => onTurn([keyOf(item)])}
            substitution={substitutions.find(({ gone }) => gone.kind === kind && gone.id === item.id)}
            {...props}
          />
        ))}
        {more && <li className={styles.more}>{more}</li>}
      </ul>
    </section>
  )
}
