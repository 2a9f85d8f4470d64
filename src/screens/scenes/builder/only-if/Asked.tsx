import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { useEditor } from '../draft/editor.ts'
import { useCameBack } from '../draft/use-came-back.ts'
import { withLate } from './edit.ts'
import styles from './OnlyIf.module.css'
import { Add, Logic, Parts } from './OnlyIf.tsx'
import { askedIn, askedOf, type StepPart } from './place-asked.ts'

interface Props {
  set: ActionSet
  part: StepPart
}

/** What a step asks about: what its pause waits for (decision 0202), or when and how often it is done (decision 0205). */
export default function Asked({ set, part }: Props) {
  const { t } = useText()
  const { rule, change, place } = useEditor()
  const group = askedIn(part, set.id)
  const asked = askedOf(set, part)
  const heading = useCameBack(place.tab === 'choose' && place.asks === group, asked === undefined)
  const otherwise = part === 'if' && set.otherwise
  const begun = asked || place.asks === group
  const title = t(
    otherwise ? (begun ? 'builder.asked.otherwiseIf' : 'builder.asked.otherwise') : `builder.asked.${part}`,
  )
  return (
    <section className={styles.group} aria-label={title} data-part={part}>
      <header>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        {asked && <Logic of={asked} group={group} />}
      </header>
      <Parts conditions={asked?.conditions ?? []} group={group} />
      {begun && <Add group={group} />}
      {part === 'wait' && set.until && (
        <div className={styles.late}>
          <span aria-hidden="true">{t('builder.until.late')}</span>
          <Segments
            label={t('builder.until.late')}
            segments={(['goOn', 'stop'] as const).map((late) => ({
              id: late,
              label: t(`builder.until.${late}`),
            }))}
            value={set.until.late ?? 'goOn'}
            onChange={(late) => change(withLate(rule, set.id, late === 'stop'))}
          />
        </div>
      )}
    </section>
  )
}
