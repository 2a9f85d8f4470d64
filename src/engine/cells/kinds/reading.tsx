import { phrase } from '../../property/state/words-of.ts'
import { type CellProps, defineCell, headOf, textOf } from '../cell.ts'
import { liveCells } from '../live/late.ts'
import { mainLive } from '../main-value.ts'

function ReadingCell({ row, value }: CellProps) {
  const head = headOf(row)
  const Reading = liveCells.current()?.DeviceReading
  return head && Reading ? <Reading head={head} /> : textOf(value)
}

export default defineCell({
  kind: 'reading',
  card: 'line',
  Component: ReadingCell,
  live: {
    watches: mainLive.watches,
    key(head, telling) {
      const { reading } = mainLive.state(head, telling)
      return reading && phrase(reading)
    },
  },
})
