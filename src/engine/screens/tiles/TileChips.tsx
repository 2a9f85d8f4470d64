import { useText } from '#i18n/useText.ts'
import { type Chip, Chips } from '#ui/Chips.tsx'
import type { DeviceHead } from '../../ports.ts'
import { ALL, ATTENTION, groupsOf, UNSORTED } from './selection.ts'

interface Props {
  heads: readonly DeviceHead[]
  /** Whether there are no others; what is counted too early is wrong. */
  complete: boolean
  by: 'room' | 'type'
  value: string
  /** Absent where the screen has no such chip. */
  attention: ReadonlySet<string> | undefined
  choose(id: string): void
}

/** All, those that need attention, then rooms or kinds, each with its count. */
export function TileChips({ heads, complete, by, value, attention, choose }: Props) {
  const { t, say } = useText()
  const counted = (count: number) => (complete ? { count } : {})
  const troubled = attention ? heads.filter(({ id }) => attention.has(id)).length : 0
  const chips: Chip[] = [{ id: ALL, label: t('device.tiles.all'), ...counted(heads.length) }]
  if (troubled > 0 || value === ATTENTION)
    chips.push({
      id: ATTENTION,
      label: t('device.tiles.attention'),
      ...counted(troubled),
      icon: 'warning',
      attention: troubled > 0,
    })
  for (const { id, count, name } of groupsOf(heads, by))
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
