import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { useEditor } from '../draft/editor.ts'
import { useCameBack } from '../draft/use-came-back.ts'
import { awaitedIn, withLate } from './edit.ts'
import styles from './OnlyIf.module.css'
import { Add, Logic, Parts } from './OnlyIf.tsx'

/** What a pause waits for, and what follows where it does not come (decision 0202). */
export default function Until({ pause: { id, until } }: { pause: Pick<ActionSet, 'id' | 'until'> }) {
  const { t } = useText()
  const { rule, change, place } = useEditor()
  const group = awaitedIn(id)
  const heading = useCameBack(place.tab === 'choose' && place.asks === group, until === undefined)
  return (
    <section className={styles.group} aria-label={t('builder.until.title')}>
      <header>
        <h3 ref={heading} tabIndex={-1}>
          {t('builder.until.title')}
        </h3>
        {until && <Logic of={until} group={group} />}
      </header>
      <Parts conditions={until?.conditions ?? []} group={group} />
      <Add group={group} />
      {until && (
        <div className={styles.late}>
          <span aria-hidden="true">{t('builder.until.late')}</span>
          <Segments
            label={t('builder.until.late')}
            segments={(['goOn', 'stop'] as const).map((late) => ({
              id: late,
              label: t(`builder.until.${late}`),
            }))}
            value={until.late ?? 'goOn'}
            onChange={(late) => change(withLate(rule, id, late === 'stop'))}
          />
        </div>
      )}
    </section>
  )
}
