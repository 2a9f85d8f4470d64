import { useId } from 'react'
import { KINDS } from '#gateway/lib/backups/content.ts'
import { useText } from '#i18n/useText.ts'
import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import { Card } from '#ui/Card.tsx'
import styles from './backups.module.css'
import { keyOf } from './choice.ts'
import { PlanLine } from './PlanLine.tsx'

interface Props {
  plan: BackupPlan
  chosen: ReadonlySet<string>
  /** These are chosen from now on, or not any more. */
  onTurn(keys: readonly string[]): void
  substitutes: Readonly<Record<string, string>>
  onSubstitute(gone: string, by: string): void
}

/** What would change, kind by kind, each with what it would be. */
export function PlanGroups({ plan, ...props }: Props) {
  const { t } = useText()
  const groups = KINDS.map((kind) => ({
    kind,
    items: plan.items.filter((item) => item.kind === kind),
    same: plan.same[kind] ?? 0,
  }))
  return (
    <Card title={t('backups.restore.what')} flush>
      {groups
        .filter(({ items, same }) => items.length + same > 0)
        .map((group) => (
          <PlanGroup key={group.kind} {...group} {...props} candidates={plan.candidates} />
        ))}
    </Card>
  )
}

function PlanGroup({
  kind,
  items,
  same,
  chosen,
  onTurn,
  ...props
}: Omit<Props, 'plan'> & {
  kind: PlanItem['kind']
  items: readonly PlanItem[]
  same: number
  candidates: BackupPlan['candidates']
}) {
  const { t } = useText()
  const name = useId()
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
        <h3 id={name}>{t(`backups.kinds.${kind}`)}</h3>
        <p>{counts.join(', ')}</p>
      </header>
      <ul className={styles.lines}>
        {items.map((item) => (
          <PlanLine
            key={keyOf(item)}
            item={item}
            chosen={chosen.has(keyOf(item))}
            onTurn={() => onTurn([keyOf(item)])}
            {...props}
          />
        ))}
      </ul>
    </section>
  )
}
