import { type CellProps, defineCell, headOf } from '../cell.ts'
import { DeviceStatus } from '../live/late.ts'

const StatusCell = ({ row }: CellProps) => {
  const head = headOf(row)
  return head ? <DeviceStatus head={head} card={false} /> : null
}

const CardStatus = ({ row }: CellProps) => {
  const head = headOf(row)
  return head ? <DeviceStatus head={head} card /> : null
}

export default defineCell({
  kind: 'deviceStatus',
  card: 'tag',
  Component: StatusCell,
  CardComponent: CardStatus,
})
