import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import { Notice } from '#ui/Notice.tsx'
import { Sentences } from './Sentences.tsx'

/** What is the matter with a scene, on its page; of loops its head tells. */
export default function OfScene({ row, rows }: { row: RuleRow; rows: readonly RuleRow[] }) {
  // What it names that does not work is told at its lines.
  const { loop: _told, elsewhere: _lines, ...others } = row
  return (
    <Notice tone={row.contradicts ? 'warn' : 'info'}>
      <Sentences row={others} rows={rows} />
    </Notice>
  )
}
