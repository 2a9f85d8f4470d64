import { iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import { type CellProps, defineCell, textOf } from '../cell.ts'
import { drawnAs, type Look } from '../look.ts'

/** Before everything else of a row: what kind of thing it is, by the icon of its value, or how somebody made it look. */
function Glyph({ value, icons = {}, tone }: CellProps) {
  const { other = '' } = icons
  if (value === undefined || (typeof value === 'object' && value !== null))
    return <Badge {...drawnAs(value as Look | undefined, other)} size="small" />
  return <Badge icon={iconNamed(icons[textOf(value)] ?? other)} tone={tone} size="small" />
}

export default defineCell({ kind: 'glyph', Component: Glyph, CardBefore: Glyph })
