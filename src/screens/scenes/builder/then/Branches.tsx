import { useText } from '#i18n/useText.ts'
import type { ActionSet, OnAnswer, RuleQuestion } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId, putBranch } from '../draft/rule-edit.ts'
import styles from '../thread.module.css'

/** Below a question: for each answer that nothing follows on yet, a step of its own (decision 0248). */
export default function Branches({ set, question }: { set: ActionSet; question: RuleQuestion }) {
  const { t } = useText()
  const { rule, change, go } = useEditor()
  const taken = (answer: string | undefined): boolean =>
    (rule.scenes ?? []).some(({ on_answer }) => on_answer?.set_id === set.id && on_answer.answer === answer)
  const open: readonly { on: OnAnswer; name: string; label: string }[] = [
    ...question.answers.map(({ id, label }) => ({
      on: { set_id: set.id, answer: id, label },
      name: label,
      label: t('builder.question.on', { answer: label }),
    })),
    ...(question.late === 'stop'
      ? []
      : [
          { on: { set_id: set.id }, name: t('builder.question.noneName'), label: t('builder.question.none') },
        ]),
  ].filter(({ on }) => !taken('answer' in on ? on.answer : undefined))
  if (open.length === 0) return null
  return (
    <fieldset className={styles.branches} aria-label={t('builder.question.branches')}>
      {open.map(({ on, name, label }) => (
        <Button
          key={label}
          look="quiet"
          size="dense"
          icon="plus"
          onClick={() => {
            const id = newId()
            change(putBranch(rule, { id, name, on_answer: on }))
            go({ tab: 'actionForm', of: 'ACTION_SET', editing: id })
          }}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
