import { type CellProps, defineCell, headOf } from '../cell.ts'
import { liveCells } from '../live/late.ts'

function Status({ row, card }: CellProps & { card: boolean }) {
  const head = headOf(row)
  const DeviceStatus = liveCells.current()?.DeviceStatus
  return head && DeviceStatus ? <DeviceStatus head={head} card={card} /> : null
}

export default defineCell({
  kind: 'deviceStatus',
  card: 'tag',
  Component: (props) => <Status {...props} card={false} />,
  CardComponent: (props) => <Status {...props} card />,
})
