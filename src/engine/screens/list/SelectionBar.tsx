import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import type { ActionRunner } from '../../actions/use-actions.tsx'
import type { NamedAction } from '../../actions/use-of.ts'
import type { Row } from '../../ports.ts'
import styles from './SelectionBar.module.css'
import type { EachState } from './use-each.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  actions: readonly NamedAction[]
  selection: Selection
  /** Rows that the search and the filters leave, of every page. */
  found: readonly Row[]
  work: EachState
  runner: ActionRunner
}

/** What can be done with the chosen rows, how far it is, and with which of them it failed. */
export default function SelectionBar({ actions, selection, found, work, runner }: Props) {
  const { t } = useText()
  const { number } = useWords()
  const { rows } = selection
  const { running, failed } = work
  if (rows.length === 0 && !running && failed.size === 0) return null
  const more = found.filter((row) => !selection.has(row)).length
  return (
    <section className={styles.bar} aria-label={t('handling.selection.label')}>
      {failed.size > 0 && (
        <Notice
          tone="danger"
          action={
            <span className={styles.answers}>
              <Button size="dense" onClick={work.retry}>
                {t('handling.selection.retry')}
              </Button>
              <Button only look="quiet" size="dense" icon="close" onClick={work.forget}>
                {t('handling.selection.forget')}
              </Button>
            </span>
          }
        >
          {t('handling.selection.failed', { count: failed.size })}
        </Notice>
      )}
      <div className={styles.line}>
        <p role="status">
          {running
            ? t('handling.selection.running', {
                finished: number(running.finished),
                of: number(running.of),
              })
            : t('handling.selection.chosen', { count: rows.length, total: number(rows.length) })}
        </p>
        {!running && more > 0 && (
          <Button look="quiet" size="dense" onClick={() => selection.keep(found)}>
            {t('handling.selection.all', { count: found.length, total: number(found.length) })}
          </Button>
        )}
        <span className={styles.grow} />
        {rows.length > 0 && !running && (
          <span className={styles.does}>
            <ActionButtons actions={actions} runner={runner} bound={{ rows }} size="dense" />
          </span>
        )}
        <Button only look="quiet" size="dense" icon="close" onClick={selection.clear}>
          {t('handling.selection.clear')}
        </Button>
      </div>
      {running && <progress className={styles.progress} value={running.finished} max={running.of} />}
    </section>
  )
}
