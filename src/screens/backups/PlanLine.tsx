import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import { Select } from '#ui/fields/choice-fields.tsx'
import { fitting, type Substitution } from './choice.ts'
import { Difference } from './Difference.tsx'
import { ThingLine } from './ThingLine.tsx'

const TONES = { changed: 'plain', returns: 'ok', removed: 'danger', gone: 'warn' } as const

interface Props {
  item: PlanItem
  chosen: boolean
  onTurn(): void
  candidates: BackupPlan['candidates']
  /** What takes its place, where it is a device that is gone. */
  substitution: Substitution | undefined
  onSubstitute(gone: PlanItem, by: Substitution['by'] | undefined): void
}

/** One thing, and what would become of it in a sentence; opened, how it is and how it would be. */
export function PlanLine({ item, chosen, onTurn, candidates, substitution, onSubstitute }: Props) {
  const { t } = useText()
  const { change, misses = [] } = item
  return (
    <ThingLine
      thing={item}
      tone={TONES[change]}
      chosen={chosen}
      box={
        change === 'gone'
          ? undefined
          : (named) => <input type="checkbox" checked={chosen} aria-labelledby={named} onChange={onTurn} />
      }
      becomes={
        <>
          {substitution
            ? t('backups.becomes.substituted', { device: substitution.by.device_name })
            : change === 'gone'
              ? t('backups.becomes.gone', { count: item.used ?? 0 })
              : t(`backups.becomes.${change}`)}
          {misses.length > 0 && ` ${t('backups.misses', { devices: misses.join(', ') })}`}
        </>
      }
      difference={
        change === 'changed'
          ? { label: t('backups.difference', { name: item.name }), shown: <Difference item={item} /> }
          : undefined
      }
    >
      {change === 'gone' && (
        <Substitute
          gone={item}
          candidates={candidates}
          substitution={substitution}
          onSubstitute={onSubstitute}
        />
      )}
    </ThingLine>
  )
}

/** Which device takes its place. A home may have hundreds of them: they are listed once somebody is about to look. */
function Substitute({
  gone,
  candidates,
  substitution,
  onSubstitute,
}: Pick<Props, 'candidates' | 'substitution' | 'onSubstitute'> & { gone: PlanItem }) {
  const { t } = useText()
  const [looked, setLooked] = useState(false)
  const some = candidates.some((one) => one.class === gone.model)
  if (!substitution && !some) return null
  const all = fitting(gone, looked ? candidates : [], substitution)
  return (
    <Select
      aria-label={t('backups.substitute', { name: gone.name })}
      value={substitution?.by.device_id ?? ''}
      onFocus={() => setLooked(true)}
      onChange={(by) =>
        onSubstitute(
          gone,
          all.find(({ device_id }) => device_id === by),
        )
      }
      choices={[
        { value: '', label: t(substitution ? 'backups.noSubstitute' : 'backups.chooseSubstitute') },
        ...all.map(({ device_id, device_name }) => ({ value: device_id, label: device_name })),
      ]}
    />
  )
}
