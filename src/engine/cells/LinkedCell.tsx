import { bind } from '#lib/bindings.ts'
import type { CellLink } from '#schemas/generated/definitions/screen.ts'
import { isClosed } from '../conditions/forbidden.ts'
import { holds } from '../conditions/holds.ts'
import { useEngine } from '../engine.ts'
import { hrefOf } from '../href.ts'
import type { CellProps } from './cell.ts'
import styles from './cells.module.css'
import { CellView } from './registry.tsx'

type Props = Parameters<typeof CellView>[0] & { link: CellLink | undefined }

/** Where the value of this row leads; undefined where the row names nothing. */
function addressOf(link: CellLink, screen: Parameters<typeof hrefOf>[0], { row, value }: CellProps) {
  const named = { row: { ...row, value } }
  const params = Object.entries(link.params).map(([name, binding]) => [name, bind(binding, named)] as const)
  if (params.some(([, param]) => param === undefined || param === null)) return undefined
  return hrefOf(screen, Object.fromEntries(params))
}

function One({ href, ...props }: Parameters<typeof CellView>[0] & { href: string | undefined }) {
  if (href === undefined) return <CellView {...props} />
  return (
    <a className={styles.link} href={href}>
      <CellView {...props} />
    </a>
  )
}

/** A list of words is one text; what else stands in a list is its cell's own matter. */
const asOne = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object') ? value.join(', ') : value

/** A value that leads to what it names; of a list each does. Plain where there is nothing, or nobody may go there. */
export function LinkedCell({ link, value, ...props }: Props) {
  const { definitions, situation } = useEngine()
  const screen = link && definitions.screen(link.goto)
  if (!link || !screen || isClosed(screen, situation) || !holds(screen.access?.when, situation))
    return <CellView {...props} value={asOne(value)} />
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.map((one) => (
    <One key={String(one)} {...props} value={one} href={addressOf(link, screen, { ...props, value: one })} />
  ))
}
