import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { brokenKey } from '../elsewhere/elsewhere.ts'
import type { Line } from '../rule-lines.ts'
import styles from '../scene.module.css'

interface Props {
  lines: readonly Line[]
  label?: string
  /** What can be done about a line that names something which is not there. */
  remedy?(line: Line): ReactNode
}

/** Lines of a rule, each with its icon; what is missing says so beside its remedy. */
export function Lines({ lines, label, remedy }: Props) {
  const { t } = useText()
  return (
    <ul className={styles.lines} aria-label={label}>
      {lines.map((line) => (
        <li key={line.id} data-broken={line.broken ? '' : undefined}>
          <Icon name={line.broken ? 'warning' : line.icon} />
          <span className={styles.words}>
            <span>{line.text}</span>
            {line.broken && <small>{t(brokenKey(line.broken))}</small>}
          </span>
          {line.broken && remedy?.(line)}
        </li>
      ))}
    </ul>
  )
}
