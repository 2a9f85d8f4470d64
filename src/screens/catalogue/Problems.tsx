import type { RefObject } from 'react'
import { useText } from '#i18n/useText.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { Button } from '#ui/Button.tsx'
import type { EditorHandle } from './editor/JsonEditor.tsx'
import { saidIn } from './said.ts'
import styles from './studio.module.css'

interface Props {
  problems: readonly CatalogueProblem[]
  /** The text that they are about; without one, only what is wrong is told. */
  editor: RefObject<EditorHandle | null>
}

/** Everything that is wrong, each with the way to its line and what sets it right. */
export function Problems({ problems, editor }: Props) {
  const text = useText()
  const { t } = text
  return (
    <ul className={styles.problems} aria-label={t('catalogue.problems')} aria-live="polite">
      {problems.map((problem, index) => (
        <li key={`${problem.line}:${problem.column}:${JSON.stringify(problem.says)}`}>
          <button
            type="button"
            className={styles.line}
            title={t('catalogue.editor.goTo', { line: problem.line })}
            onClick={() => editor.current?.goTo(problem)}
          >
            {problem.line}:{problem.column}
          </button>
          <span>{saidIn(problem, text)}</span>
          {problem.fix && (
            <Button
              size="dense"
              aria-label={t('catalogue.editor.fixed', { line: problem.line })}
              onClick={() => editor.current?.fix(index)}
            >
              {t('catalogue.editor.fix')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
