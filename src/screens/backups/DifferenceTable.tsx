import { useText } from '#i18n/useText.ts'
import { BeforeAfter } from '#ui/page/BeforeAfter.tsx'

/** Of what the two columns are, where it is no home beside its backup. */
export interface Heads {
  is: string
  was: string
}

export interface Row {
  name: string
  is: string
  was: string
}

/** One line for each thing that differs. */
export function DifferenceTable({ rows, heads }: { rows: readonly Row[]; heads: Heads | undefined }) {
  const { t } = useText()
  return (
    <BeforeAfter
      heads={['', heads?.is ?? t('backups.today'), heads?.was ?? t('backups.inBackup')]}
      rows={rows.map(({ name, is, was }) => ({ name, first: is, coming: was }))}
    />
  )
}
