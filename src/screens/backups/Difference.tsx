import { Suspense } from 'react'
import { statusIconWord, statusWord } from '#data/statuses/status-words.ts'
import { useEngine } from '#engine/engine.ts'
import { type Text, useText } from '#i18n/useText.ts'
import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { Room } from '#schemas/generated/entities/floor-layout.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DifferenceTable, type Heads } from './DifferenceTable.tsx'

/** Values of devices need what puts them into words. */
const SettingsDifference = lazy(() => import('./SettingsDifference.tsx'))

interface Props {
  item: PlanItem
  heads?: Heads
  /** How the device is drawn that is set, where its home is not the one that is open. */
  layout?: DeviceLayout | undefined
}

/** As it is, and as the backup has it. */
export function Difference({ item, heads, layout }: Props) {
  const { kind, present = {}, kept = {} } = item
  const { t, say } = useText()
  const { blocks } = useEngine()
  const Scene = kind === 'rule' ? blocks.sceneDifference : undefined
  if (Scene)
    return (
      <Suspense fallback={<Skeleton height="3rem" />}>
        <Scene params={{ before: JSON.stringify(present), after: JSON.stringify(kept) }} />
      </Suspense>
    )
  if (kind === 'settings')
    return (
      <Suspense fallback={<Skeleton height="3rem" />}>
        <SettingsDifference item={item} heads={heads} layout={layout} />
      </Suspense>
    )
  return (
    <DifferenceTable
      heads={heads}
      rows={rowsOf(kind, present, kept).map(({ field, is, was }) => ({
        name: t(`backups.fields.${field}`),
        is: wordOf(kind, field, is, say),
        was: wordOf(kind, field, was, say),
      }))}
    />
  )
}

type Thing = Readonly<Record<string, unknown>>

const NAMES = {
  rule: 'name',
  status: 'name',
  device: 'device_name',
  settings: 'device_id',
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
    { field: 'group', is: present.group, was: kept.group },
    { field: 'floor', is: present.floor_name, was: kept.floor_name },
    { field: 'devices', is: devicesIn(present), was: devicesIn(kept) },
    { field: 'keys', is: keysIn(present), was: keysIn(kept) },
  ] as const
  return all
    .filter(({ field, is, was }) => is !== was && (field !== 'floor' || kind === 'room'))
    .map(({ field, is, was }) => ({ field, is: String(is ?? '–'), was: String(was ?? '–') }))
}

/** Pictures, and the names that the catalogue has for statuses, are kept as codes. */
function wordOf(kind: PlanItem['kind'], field: string, value: string, say: Text['say']): string {
  if (kind === 'status' && field === 'name') return statusWord(value, say)
  if (field !== 'icon') return value
  return kind === 'status' ? statusIconWord(value, say) : say(`rooms.icons.${value}`, value)
}
