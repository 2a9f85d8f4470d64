import { useId, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './backups.module.css'
import { Difference } from './Difference.tsx'

const ICONS: Readonly<Record<PlanItem['kind'], IconName>> = {
  rule: 'scenes',
  device: 'device',
  settings: 'settings',
  room: 'home',
  floor: 'floors',
  status: 'shield',
  infrared: 'remote',
}
const TONES = { changed: 'plain', returns: 'ok', removed: 'danger', gone: 'warn' } as const

interface Props {
  item: PlanItem
  chosen: boolean
  onTurn(): void
  candidates: BackupPlan['candidates']
  substitutes: Readonly<Record<string, string>>
  onSubstitute(gone: string, by: string): void
}

/** One thing, and what would become of it in a sentence; opened, how it is and how it would be. */
export function PlanLine({ item, chosen, onTurn, candidates, onSubstitute }: Props) {
  const { t } = useText()
  const name = useId()
  const [open, setOpen] = useState(false)
  const { kind, change, misses = [] } = item
  const fitting = candidates.filter((one) => one.class === item.model)
  const opens = change === 'changed'
  return (
    <li className={styles.line} data-chosen={chosen || undefined}>
      <span className={styles.tick}>
        {change !== 'gone' && (
          <input type="checkbox" checked={chosen} aria-labelledby={name} onChange={onTurn} />
        )}
      </span>
      <Badge icon={ICONS[kind]} tone={TONES[change]} />
      <div className={styles.words}>
        <strong id={name}>{item.name}</strong>
        <p>
          {change === 'gone'
            ? t('backups.becomes.gone', { count: item.used ?? 0 })
            : t(`backups.becomes.${change}`)}
          {misses.length > 0 && ` ${t('backups.misses', { devices: misses.join(', ') })}`}
        </p>
        {open && <Difference item={item} />}
        {change === 'gone' && fitting.length > 0 && (
          <Select
            aria-label={t('backups.substitute', { name: item.name })}
            value=""
            onChange={(by) => onSubstitute(item.id, by)}
            choices={[
              { value: '', label: t('backups.chooseSubstitute') },
              ...fitting.map(({ device_id, device_name }) => ({ value: device_id, label: device_name })),
            ]}
          />
        )}
      </div>
      {opens && (
        <Button
          look="quiet"
          icon={open ? 'chevron-up' : 'chevron-down'}
          only
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('backups.difference', { name: item.name })}
        </Button>
      )}
    </li>
  )
}
