import { iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import { type CellProps, defineCell, textOf } from '../cell.ts'

/** Before everything else of a row: what kind of thing it is, by the icon of its value. */
function Glyph({ value, icons = {}, tone }: CellProps) {
  return <Badge icon={iconNamed(icons[textOf(value)] ?? icons.other)} tone={tone} size="small" />
}

export default defineCell({ kind: 'glyph', Component: Glyph, CardBefore: Glyph })
