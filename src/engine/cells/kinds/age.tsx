import { Ago } from '../Ago.tsx'
import { type CellProps, defineCell, headOf, timeOf, writtenTime } from '../cell.ts'
import { liveCells } from '../live/late.ts'
import { mainLive } from '../main-value.ts'

function AgeCell({ value, row }: CellProps) {
  const at = timeOf(value)
  if (at !== undefined) return <Ago at={at} />
  const head = headOf(row)
  const Age = liveCells.current()?.DeviceAge
  return head && Age ? <Age head={head} /> : null
}

export default defineCell({
  kind: 'age',
  card: 'corner',
  Component: AgeCell,
  written: writtenTime,
  live: {
    watches: mainLive.watches,
    key: (head, telling) => mainLive.state(head, telling).at ?? head.statusSince,
  },
})
