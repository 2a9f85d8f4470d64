import { useText } from '#i18n/useText.ts'
import type { Step } from '#schemas/generated/definitions/screen.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Screen.module.css'

/** Which steps there are, and which of them are done. */
export function StepList({ words, steps, at }: { words: string; steps: readonly Step[]; at: number }) {
  const { say, t } = useText()
  return (
    <ol className={styles.steps} aria-label={t('engine.wizard.steps')}>
      {steps.map(({ id }, index) => (
        <li key={id} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className={styles.mark}>{index < at ? <Icon name="check" size="small" /> : index + 1}</span>
          <span className={styles.name}>{say(`${words}.steps.${id}.title`)}</span>
        </li>
      ))}
    </ol>
  )
}
