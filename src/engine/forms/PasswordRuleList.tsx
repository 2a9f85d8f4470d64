import { useText } from '#i18n/useText.ts'
import type { PasswordRules } from '#schemas/generated/definitions/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { useEngine } from '../engine.ts'
import styles from './Form.module.css'
import { passwordRules } from './password-rules.ts'

/** The rules of a new password, each ticked off as soon as it holds. */
export function PasswordRuleList({ rules, value }: { rules: PasswordRules; value: string }) {
  const { t } = useText()
  const { situation } = useEngine()
  const list = passwordRules(rules, situation.settings)
  if (list.length === 0) return null
  return (
    <ul className={styles.rules} aria-label={t('engine.form.password.rules')}>
      {list.map((rule) => {
        const holds = rule.holds(value)
        return (
          <li key={rule.name} data-holds={holds ? '' : undefined}>
            <span className={styles.tick}>{holds && <Icon name="check" size="mark" />}</span>
            {t(`engine.form.password.${rule.name}`, rule.values)}
            <span className="visually-hidden">
              {t(holds ? 'engine.form.password.holds' : 'engine.form.password.open')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
