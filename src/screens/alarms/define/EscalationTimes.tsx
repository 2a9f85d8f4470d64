import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { EscalationTime } from '#schemas/generated/entities/escalation-time.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { NumberField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from '../alarms.module.css'
import { PRIORITIES, type Priority } from '../priorities.ts'
import { waitOf } from './wait-of.ts'

interface Props {
  times: readonly EscalationTime[]
  /** How many alarms have a priority, where that is known: a waiting time is theirs together. */
  alarms(priority: Priority): number | undefined
  onSaved(): void
}

/** How long an answer is waited for before an alarm goes on to the next level (spec 3 §2, §5). */
export function EscalationTimes({ times, alarms, onSaved }: Props) {
  const { t } = useText()
  const { situation } = useEngine()
  const { source } = usePorts()
  const may = situation.role === 'admin' && !isOutOfReach({ operations: ['updateEscalationTime'] }, situation)
  const [typed, setTyped] = useState<ReadonlyMap<Priority, number | undefined>>(new Map())
  const timeOf = (priority: Priority) => times.find((one) => one.priority === priority)?.escalationTime
  const changes = [...typed].filter(([priority, seconds]) => seconds !== timeOf(priority))
  const touched = changes.map(([priority]) => alarms(priority))
  const right = changes.every(
    ([, seconds]) => seconds !== undefined && Number.isInteger(seconds) && seconds >= 1,
  )
  const form = useSubmit(async () => {
    if (!right) return
    for (const [priority, escalationTime = 0] of changes)
      if (!(await source.call('updateEscalationTime', { priority, escalationTime })).ok) {
        toasts.show({ text: t('alarms.times.failed'), tone: 'danger' })
        return
      }
    setTyped(new Map())
    toasts.show({ text: t('alarms.times.saved') })
    onSaved()
  })
  return (
    <Card title={t('alarms.times.title')}>
      <p className={styles.muted}>{t('alarms.times.about')}</p>
      <form {...form.attributes} aria-label={t('alarms.times.title')}>
        <div className={styles.times}>
          {PRIORITIES.map(({ code, name }) => {
            const seconds = typed.has(code) ? typed.get(code) : timeOf(code)
            const wrong = seconds === undefined || !Number.isInteger(seconds) || seconds < 1
            return (
              <div key={code} data-priority={code}>
                {may ? (
                  <NumberField
                    label={t('alarms.times.of', { priority: t(`alarms.priority.${name}`) })}
                    value={seconds}
                    min={1}
                    required
                    help={wrong ? '' : waitOf(seconds)}
                    onChange={(value) => setTyped(new Map(typed).set(code, value))}
                    {...(form.tried && wrong && { error: t('alarms.times.wrong') })}
                  />
                ) : (
                  <>
                    <b>{t(`alarms.priority.${name}`)}</b>
                    <span>{seconds === undefined ? '' : waitOf(seconds)}</span>
                  </>
                )}
              </div>
            )
          })}
        </div>
        {changes.length > 0 && (
          <div className={styles.foot}>
            <span>
              {touched.every((count) => count !== undefined) &&
                t('alarms.times.touches', { count: touched.reduce((sum, count) => sum + count, 0) })}
            </span>
            <Button onClick={() => setTyped(new Map())}>{t('shell.cancel')}</Button>
            <Button type="submit" look="main" busy={form.busy}>
              {t('alarms.save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
