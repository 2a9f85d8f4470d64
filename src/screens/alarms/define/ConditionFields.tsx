import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AlarmWhen } from '#schemas/generated/entities/alarm.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/fields/text-fields.tsx'
import styles from './define.module.css'
import { asked, figuresIn } from './figures.ts'
import type { AlarmDraft } from './use-alarm-draft.ts'
import { waitOf } from './wait-of.ts'

/** By how much something must be wrong before an alarm goes off (mock 19-alarms); what it looks at is shipped. */
export function ConditionFields({
  when,
  alarm: {
    draft: { condition = {} },
    wrong,
    change,
  },
}: {
  when: AlarmWhen
  alarm: Pick<AlarmDraft, 'draft' | 'wrong' | 'change'>
}) {
  const { t } = useText()
  const words = useWords()
  const shipped = figuresIn(when.shipped ?? when)
  const names = asked(when)
  const spoken = (seconds: number): string => (seconds === 0 ? t('alarms.when.atOnce') : waitOf(seconds))
  return (
    <>
      <div className={styles.figures}>
        {names.map((name) => {
          const value = condition[name]
          const error = wrong[name]
          return (
            <NumberField
              key={name}
              label={t(`alarms.when.fields.${name}`)}
              value={value}
              step="any"
              required
              help={name.endsWith('S') && value !== undefined && !error ? spoken(value) : ''}
              onChange={(next) => change({ condition: { ...condition, [name]: next } })}
              {...(error && {
                error:
                  error.why === 'beneath'
                    ? t('alarms.when.beneath')
                    : t(`alarms.when.${error.why}`, {
                        least: words.number(error.least),
                        most: words.number(error.most),
                      }),
              })}
            />
          )
        })}
      </div>
      {names.some((name) => condition[name] !== shipped[name]) && (
        <Button look="quiet" onClick={() => change({ condition: shipped })}>
          {t('alarms.when.asShipped')}
        </Button>
      )}
    </>
  )
}
