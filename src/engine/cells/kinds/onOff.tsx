import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell } from '../cell.ts'

/** Whether something holds, in a word. */
function OnOff({ value }: CellProps) {
  const { t } = useText()
  return t(value === true ? 'engine.cell.on' : 'engine.cell.off')
}

export default defineCell({ kind: 'onOff', card: 'line', Component: OnOff })
