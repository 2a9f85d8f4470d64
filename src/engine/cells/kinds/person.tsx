import { useText } from '#i18n/useText.ts'
import { Face } from '#ui/marks/Face.tsx'
import { useEngine } from '../../engine.ts'
import { type CellProps, defineCell } from '../cell.ts'
import styles from '../cells.module.css'

interface Name {
  username?: string
  firstName?: string
  lastName?: string
}

/** spec 1 §6, HIDE_SENSITIVE_DATA: no names, and user names masked: `m•••@example.ch`. */
export const masked = (username: string): string => username.replace(/^(.)[^@]*/, '$1•••')

const nameIn = (value: unknown): Name => (typeof value === 'object' ? (value ?? {}) : {}) as Name

function calledBy(value: unknown, flags: ReadonlySet<string>): string {
  const { username = '', firstName = '', lastName = '' } = nameIn(value)
  if (flags.has('HIDE_SENSITIVE_DATA') && username) return masked(username)
  return `${firstName} ${lastName}`.trim() || username
}

function Person({ value }: CellProps) {
  const { t } = useText()
  const { flags } = useEngine().situation
  return calledBy(value, flags) || <span className={styles.faint}>{t('engine.nobody')}</span>
}

/** His initials, where the row is his. */
function Before({ value, names }: CellProps) {
  const { flags } = useEngine().situation
  if (!names) return null
  const { username = '', firstName = '', lastName = '' } = nameIn(value)
  const hidden = flags.has('HIDE_SENSITIVE_DATA')
  return <Face name={hidden ? username : `${firstName} ${lastName}`.trim() || username} />
}

export default defineCell({
  kind: 'person',
  card: 'line',
  Component: Person,
  CardBefore: Before,
  written: (value, _row, { flags }) => calledBy(value, flags),
})
