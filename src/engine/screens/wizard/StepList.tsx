import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Screen.module.css'

/** Which steps there are, and which of them are done. */
export function StepList({ words, steps, at }: { words: string; steps: readonly string[]; at: string }) {
  const { say, t } = useText()
  const here = steps.indexOf(at)
  return (
    <div>
      {/* A phone has room for this and a bar; readers have the list anyway. */}
      {here >= 0 && (
        <p className={styles.count} aria-hidden="true">
          {t('engine.wizard.stepOf', { step: here + 1, steps: steps.length })}
        </p>
      )}
      <ol className={styles.steps} aria-label={t('engine.wizard.steps')}>
        {steps.map((id, index) => (
          <li
            key={id}
            aria-current={index === here ? 'step' : undefined}
            data-done={index < here || undefined}
          >
            <span className={styles.mark}>
              {index < here ? <Icon name="check" size="small" /> : index + 1}
            </span>
            <span className={styles.name}>{say(`${words}.steps.${id}.title`)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
