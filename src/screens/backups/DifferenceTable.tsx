import { useText } from '#i18n/useText.ts'
import styles from './backups.module.css'

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
    <table className={styles.difference}>
      <thead>
        <tr>
          <td />
          <th scope="col">{heads?.is ?? t('backups.today')}</th>
          <th scope="col">{heads?.was ?? t('backups.inBackup')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, is, was }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{is}</td>
            <td data-coming>{was}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
