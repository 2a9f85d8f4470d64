import { FirstActions } from '../../../actions/FirstActions.tsx'
import type { ActionRunner } from '../../../actions/use-actions.tsx'
import type { NamedAction } from '../../../actions/use-of.ts'
import type { Row } from '../../../ports.ts'
import styles from '../list.module.css'

interface Props {
  actions: readonly NamedAction[]
  row: Row
  title: string
  runner: ActionRunner
  terse?: boolean
  folded?: boolean | undefined
}

export function RowActions({ actions, row, title, runner, terse, folded }: Props) {
  if (actions.length === 0) return null
  return (
    <span className={styles.actions}>
      <FirstActions
        actions={actions}
        title={title}
        runner={runner}
        bound={{ row }}
        size="dense"
        terse={terse}
        folded={folded}
      />
    </span>
  )
}
