import { Suspense, useId, useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { Room } from '#schemas/generated/entities/floor-layout.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './backups.module.css'

const ICONS: Readonly<Record<PlanItem['kind'], IconName>> = {
  rule: 'scenes',
  device: 'device',
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

/** As it is, and as the backup has it. */
function Difference({ item: { kind, present = {}, kept = {} } }: { item: PlanItem }) {
  const { t } = useText()
  const { blocks } = useEngine()
  const Scene = kind === 'rule' ? blocks.sceneDifference : undefined
  if (Scene)
    return (
      <Suspense fallback={<Skeleton height="3rem" />}>
        <Scene params={{ before: JSON.stringify(present), after: JSON.stringify(kept) }} />
      </Suspense>
    )
  const rows = rowsOf(kind, present, kept)
  return (
    <table className={styles.difference}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('backups.today')}</th>
          <th scope="col">{t('backups.inBackup')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, is, was }) => (
          <tr key={field}>
            <th scope="row">{t(`backups.fields.${field}`)}</th>
            <td>{is}</td>
            <td data-coming>{was}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Thing = Readonly<Record<string, unknown>>

const NAMES = {
  rule: 'name',
  status: 'name',
  device: 'device_name',
  room: 'room_name',
  floor: 'floor_name',
  infrared: 'device_id',
} as const

const devicesIn = (thing: Thing): number => ((thing as Partial<Room>).devices ?? []).length
const keysIn = ({ codes }: Thing): number => (Array.isArray(codes) ? codes.length : 0)

/** What differs, as far as words say it. */
function rowsOf(kind: PlanItem['kind'], present: Thing, kept: Thing) {
  const name = NAMES[kind]
  const all = [
    { field: 'name', is: present[name], was: kept[name] },
    { field: 'icon', is: present.icon, was: kept.icon },
    { field: 'floor', is: present.floor_name, was: kept.floor_name },
    { field: 'devices', is: devicesIn(present), was: devicesIn(kept) },
    { field: 'keys', is: keysIn(present), was: keysIn(kept) },
  ] as const
  return all
    .filter(({ field, is, was }) => is !== was && (field !== 'floor' || kind === 'room'))
    .map(({ field, is, was }) => ({ field, is: String(is ?? '–'), was: String(was ?? '–') }))
}
