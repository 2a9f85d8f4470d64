import { Suspense } from 'react'
import { statusIconWord, statusWord } from '#data/statuses/status-words.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { partsOf } from '#engine/property/state/address.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { labelOf, phrase, readPart } from '#engine/property/state/words-of.ts'
import type { RawValue } from '#engine/widget.ts'
import type { SettingsContent } from '#gateway/lib/backups/content.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { Room } from '#schemas/generated/entities/floor-layout.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './backups.module.css'

/** Of what the two columns are, where it is no home beside its backup. */
interface Heads {
  is: string
  was: string
}

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
  if (kind === 'settings') return <SettingsDifference item={item} heads={heads} layout={layout} />
  return (
    <Table
      heads={heads}
      rows={rowsOf(kind, present, kept).map(({ field, is, was }) => ({
        name: t(`backups.fields.${field}`),
        is: wordOf(kind, field, is, say),
        was: wordOf(kind, field, was, say),
      }))}
    />
  )
}

interface Row {
  name: string
  is: string
  was: string
}

function Table({ rows, heads }: { rows: readonly Row[]; heads: Heads | undefined }) {
  const { t } = useText()
  return (
    <table className={styles.difference}>
      <thead>
        <tr>
          <td />
          <th scope="col">{heads?.is ?? t('backups.today')}</th>
          <th scope="col">{heads?.was ?? t('backups.inBackup')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, is, was }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{is}</td>
            <td data-coming>{was}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a device is set to, in the words of its page. */
function SettingsDifference({
  item: { id, present, kept },
  heads,
  layout,
}: {
  item: PlanItem
  heads: Heads | undefined
  layout: DeviceLayout | undefined
}) {
  const { home } = usePorts()
  const widgets = useWidgets()
  const words = useWords()
  const placed = (layout ?? home.device(id)?.layout)?.sections.configuration ?? []
  const [now, then] = [valuesIn(present), valuesIn(kept)]
  const rows = placed.flatMap((one) =>
    partsOf(one).flatMap((part): Row[] => {
      const key = keyOf(part.service, part.property)
      const [is, was] = [now.get(key), then.get(key)]
      if (is === undefined || was === undefined || JSON.stringify(is) === JSON.stringify(was)) return []
      const said = (raw: RawValue): string => phrase(readPart(part, one, raw, widgets, words))
      return [{ name: labelOf({ ...one, ...part }, words), is: said(is), was: said(was) }]
    }),
  )
  return <Table rows={rows} heads={heads} />
}

const keyOf = (service: string, property: string): string => `${service}/${property}`

const valuesIn = (thing: object | undefined): ReadonlyMap<string, RawValue> =>
  new Map(
    ((thing as Partial<SettingsContent> | undefined)?.values ?? []).map(
      ({ service_name, property_name, value }) => [keyOf(service_name, property_name), value as RawValue],
    ),
  )

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
