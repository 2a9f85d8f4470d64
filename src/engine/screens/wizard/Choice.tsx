import { useText } from '#i18n/useText.ts'
import type { ChoiceStep, WizardOption } from '#schemas/generated/definitions/screen.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'
import { type Loaded, useLoad } from '../../facts/use-load.ts'
import styles from './Choice.module.css'

/** What is not there is not offered; where nobody tells, all may be there. */
function isOffered({ sets }: WizardOption, { offers }: ChoiceStep, told: Loaded): boolean {
  const wanted = offers && sets?.[offers.of]
  if (wanted === undefined || told.state !== 'loaded') return true
  const { [offers?.field ?? '']: all } = { ...(told.value as Readonly<Record<string, unknown>> | undefined) }
  return !Array.isArray(all) || all.includes(wanted)
}

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
  const told = useLoad(step.offers?.load, step.id)
  const options = step.options
    .filter(({ when }) => holds(when, situation))
    .filter((option) => isOffered(option, step, told))
  if (told.state === 'waiting')
    return (
      <ul className={styles.options} aria-busy="true">
        {options.map(({ value }) => (
          <li key={value}>
            <Skeleton height="64px" />
          </li>
        ))}
      </ul>
    )
  if (options.length === 0)
    return (
      <EmptyState bare icon={iconNamed(step.offers?.icon)} title={say(`${words}.none.title`)}>
        {say(`${words}.none.text`)}
      </EmptyState>
    )
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
