import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Steps.module.css'

const ICONS = { done: 'check', now: 'refresh', next: 'clock' } as const

interface Props {
  steps: readonly string[]
  /** The one that is going on. */
  stage: string
  /** Where the words of the stages are. */
  words: string
}

/** One line a stage: done, going on, still to come. Lines never change places. */
export function Steps({ steps, stage, words }: Props) {
  const { say, t } = useText()
  const now = steps.indexOf(stage)
  if (now < 0) return null
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => {
        const state = at < now ? 'done' : at === now ? 'now' : 'next'
        return (
          <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span>{say(`${words}.stages.${step}`)}</span>
            <small>
              <Icon name={ICONS[state]} size="small" />
              {t(`engine.status.step.${state}`)}
            </small>
          </li>
        )
      })}
    </ol>
  )
}
