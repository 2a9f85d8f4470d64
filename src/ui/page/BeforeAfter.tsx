import styles from './BeforeAfter.module.css'

interface Props {
  /** Above the names, the first and the second value. */
  heads: readonly [string, string, string]
  rows: readonly { name: string; first: string; coming: string }[]
  /** Where it stands upon a card rather than in one. */
  sunken?: boolean
}

/** One line for each thing of which two values differ; the second is the one that comes. */
export function BeforeAfter({ heads: [name, first, coming], rows, sunken }: Props) {
  return (
    <table className={styles.table} data-sunken={sunken || undefined}>
      <thead>
        <tr>
          {name === '' ? <td /> : <th scope="col">{name}</th>}
          <th scope="col">{first}</th>
          <th scope="col">{coming}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.first}</td>
            <td data-coming>{row.coming}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
