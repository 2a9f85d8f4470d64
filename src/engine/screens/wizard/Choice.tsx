import { useText } from '#i18n/useText.ts'
import type { ChoiceStep, WizardOption } from '#schemas/generated/definitions/screen.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'
import styles from './Choice.module.css'

/** One of a few, each with what it is about. */
export function Choice({
  words,
  step,
  chosen,
  choose,
}: {
  words: string
  step: ChoiceStep
  chosen: unknown
  choose(option: WizardOption): void
}) {
  const { say } = useText()
  const { situation } = useEngine()
  const options = step.options.filter(({ when }) => holds(when, situation))
  return (
    <ul className={styles.options}>
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className={styles.option}
            aria-current={option.value === chosen ? 'true' : undefined}
            onClick={() => choose(option)}
          >
            <Badge icon={iconNamed(option.icon)} tone="primary" />
            <span className={styles.words}>
              <strong>{say(`${words}.options.${option.value}.title`)}</strong>
              <span>{say(`${words}.options.${option.value}.text`)}</span>
            </span>
            <Icon name="chevron-right" size="small" />
          </button>
        </li>
      ))}
    </ul>
  )
}
