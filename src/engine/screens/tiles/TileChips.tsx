import { useText } from '#i18n/useText.ts'
import { type Chip, Chips } from '#ui/Chips.tsx'
import type { DeviceHead } from '../../ports.ts'
import { ALL, ATTENTION, type Group, groupsOf, UNSORTED } from './selection.ts'

interface Props {
  heads: readonly DeviceHead[]
  /** How many there are; undefined while that is not known: what is counted too early is wrong. */
  total: number | undefined
  /** Those of the home, where they are known before its devices. */
  groups: readonly Group[] | undefined
  by: 'room' | 'type'
  value: string
  /** Absent where the screen has no such chip. */
  attention: ReadonlySet<string> | undefined
  choose(id: string): void
}

/** All, those that need attention, then rooms or kinds, each with its count. */
export function TileChips({ heads, total, groups, by, value, attention, choose }: Props) {
  const { t, say } = useText()
  const counted = (count: number | undefined) => (total === undefined || count === undefined ? {} : { count })
  const troubled = attention ? heads.filter(({ id }) => attention.has(id)).length : 0
  const chips: Chip[] = [{ id: ALL, label: t('device.tiles.all'), ...counted(total) }]
  if (troubled > 0 || value === ATTENTION)
    chips.push({
      id: ATTENTION,
      label: t('device.tiles.attention'),
      // Of those that are not here yet some may be in trouble.
      ...(groups ? {} : counted(troubled)),
      icon: 'warning',
      attention: troubled > 0,
    })
  for (const { id, count, name } of groups ?? groupsOf(heads, by))
    chips.push({
      id,
      ...counted(count),
      label: id === UNSORTED ? t('device.tiles.unsorted') : (name ?? say(`device.types.${id}`, id)),
    })
  return (
    <Chips
      label={by === 'room' ? t('device.tiles.filter') : t('device.tiles.kinds')}
      chips={chips}
      value={value}
      onChange={choose}
    />
  )
}
