import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell } from '../cell.ts'

/** A number alone counts what its field is called by. */
const entriesOf = (value: unknown, field = ''): [string, number][] =>
  Object.entries(typeof value === 'object' && value !== null ? value : { [field]: value }).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )

/** How many there are of what, each with its name: `status.counted.<name>`. */
function Counted({ value, field }: CellProps) {
  const { say } = useText()
  return entriesOf(value, field)
    .map(([name, count]) => say(`status.counted.${name}`, `${name} ${count}`, { count }))
    .join(' · ')
}

export default defineCell({
  kind: 'counted',
  card: 'line',
  Component: Counted,
  written: (value) =>
    entriesOf(value)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
})
