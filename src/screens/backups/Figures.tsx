import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './backups.module.css'

const FIGURES = [
  { name: 'scenes', icon: 'scenes', counts: ({ kind }: PlanItem) => kind === 'rule' },
  { name: 'gone', icon: 'offline', counts: ({ change }: PlanItem) => change === 'gone' },
  {
    name: 'others',
    icon: 'home',
    counts: ({ kind, change }: PlanItem) => kind !== 'rule' && change !== 'gone',
  },
] as const

/** What a backup would change, in four figures. */
export function Figures({ plan }: { plan: BackupPlan }) {
  const { t } = useText()
  const words = useWords()
  const same = Object.values(plan.same).reduce((sum, count) => sum + (count ?? 0), 0)
  return (
    <dl className={styles.figures}>
      {FIGURES.map(({ name, icon, counts }) => (
        <div key={name}>
          <dt>
            <Icon name={icon} size="small" />
            {t(`backups.figures.${name}`)}
          </dt>
          <dd>{words.number(plan.items.filter(counts).length)}</dd>
        </div>
      ))}
      <div>
        <dt>
          <Icon name="check" size="small" />
          {t('backups.figures.same')}
        </dt>
        <dd>{words.number(same)}</dd>
      </div>
    </dl>
  )
}
