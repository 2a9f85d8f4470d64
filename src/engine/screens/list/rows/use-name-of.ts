import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import type { Column } from '#schemas/generated/definitions/screen.ts'
import { calledBy } from '../../../cells/registry.tsx'
import { useEngine } from '../../../engine.ts'
import type { Row } from '../../../ports.ts'

/** What a row is called by whoever hears of it: as the column that names it says. */
export function useNameOf(row: Row, naming: Column | undefined): string {
  const { say } = useText()
  const { flags } = useEngine().situation
  if (!naming) return ''
  const { field, cell } = naming
  return calledBy(cell, valueAt(row, field), row, { field, say, flags })
}
