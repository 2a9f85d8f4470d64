import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './concerns.module.css'
import { Contradictions } from './Sentences.tsx'
import { useContradictions } from './use-contradictions.ts'

interface Props {
  rule: Rule
  /** Whether it will be on once it is stored. */
  active: boolean
}

/** Whether a scene that is built gets in the way of others, in a place that is there whether it does or not. */
export default function OfDraft({ rule, active }: Props) {
  const { t } = useText()
  const those = useContradictions(rule, active)
  if (those === null) return null
  if (!those) return <Skeleton height="var(--space-5)" />
  if (those.length === 0) return <p className={styles.none}>{t('concerns.none')}</p>
  return (
    <div className={styles.draft} role="status">
      <Icon name="warning" size="small" />
      <ul className={styles.sentences}>
        <Contradictions those={those} beside />
      </ul>
    </div>
  )
}
