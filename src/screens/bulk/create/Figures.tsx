import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './create.module.css'

/** What there is, in four figures whose parts add up, and the same as a bar. */
export function Figures({ plan }: { plan: BulkPlan }) {
  const { t } = useText()
  const words = useWords()
  const { total, adds, replaces, same, cannot, offline, unknown, causes } = plan
  const changes = adds + replaces
  const share = total === 0 ? 0 : Math.round((changes * 100) / total)
  const figures = [
    { name: 'changes', icon: 'jobs', value: changes, note: t('bulk.figures.share', { share }) },
    { name: 'same', icon: 'check', value: same, note: t('bulk.figures.nothingSent') },
    { name: 'cannot', icon: 'ban', value: cannot, note: t('bulk.figures.causes', { count: causes.length }) },
    {
      name: 'unknown',
      icon: 'offline',
      value: offline + unknown,
      note: unknown > 0 ? t('bulk.figures.silent', { count: unknown }) : t('bulk.figures.later'),
    },
  ] as const
  return (
    <div className={styles.figures}>
      <dl>
        {figures.map(({ name, icon, value, note }) => (
          <div key={name}>
            <dt>
              <Icon name={icon} size="small" />
              {t(`bulk.figures.${name}`)}
            </dt>
            <dd>
              {words.number(value)} <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.bar} aria-hidden="true">
        {figures.map(
          ({ name, value }) => value > 0 && <i key={name} data-part={name} style={{ flexGrow: value }} />,
        )}
      </div>
    </div>
  )
}
