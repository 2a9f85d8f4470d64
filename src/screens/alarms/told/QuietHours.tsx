import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { QuietHours as Hours } from '#schemas/generated/entities/quiet-hours.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { minuteOf, partsOf, timeOf } from './day.ts'
import styles from './told.module.css'

const LAST_MINUTE = 1439
/** How far a handle goes at once, in minutes. */
const STEP = 15
const EDGES = ['from', 'until'] as const
const SCALE = ['00', '06', '12', '18', '24'] as const

/** When only what is urgent gets through: a day as a bar with two handles, and the same as times to type. */
export function QuietHours() {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('getQuietHours'),
    queryFn: ({ signal }) => source.load('getQuietHours', {}, signal),
  })
  const [changed, setChanged] = useState<Hours>()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const hours = changed ?? data
  useUnsaved(changed !== undefined && !busy)
  if (error && !hours)
    return (
      <Card title={text.say('screens.user_settings.sections.quiet.title')}>
        <ErrorState title={t('alarms.quiet.failed')} onRetry={() => void refetch()}>
          {failureText(error, text)} {t('alarms.nonetheless')}
        </ErrorState>
      </Card>
    )
  if (!hours)
    return (
      <Card title={text.say('screens.user_settings.sections.quiet.title')}>
        <Skeleton height="240px" />
      </Card>
    )
  const change = (part: Partial<Hours>): void => {
    setWrong(undefined)
    setChanged({ ...hours, ...part })
  }
  const keep = async (): Promise<void> => {
    setBusy(true)
    const kept = await source.call('setQuietHours', hours)
    setBusy(false)
    if (!kept.ok) {
      setWrong(failureText(kept.fields?.[0] ?? kept, text))
      return
    }
    toasts.show({ text: t('alarms.saved') })
    await refetch()
    setChanged(undefined)
  }
  return (
    <Card title={text.say('screens.user_settings.sections.quiet.title')}>
      <div className={styles.head}>
        <p className={styles.about}>{t('alarms.quiet.about')}</p>
        <Toggle
          label={t('alarms.quiet.active')}
          value={hours.active}
          onChange={(active) => change({ active })}
        />
      </div>
      <div className={styles.night} data-off={!hours.active || undefined}>
        {partsOf(minuteOf(hours.from), minuteOf(hours.until)).map(({ from, share }) => (
          <i key={from} style={{ insetInlineStart: `${from}%`, inlineSize: `${share}%` }} />
        ))}
        {EDGES.map((edge) => (
          <input
            key={edge}
            type="range"
            min={0}
            max={LAST_MINUTE}
            step={STEP}
            value={minuteOf(hours[edge])}
            aria-label={t(`alarms.quiet.${edge}`)}
            aria-valuetext={hours[edge]}
            onChange={({ target }) => change({ [edge]: timeOf(Number(target.value)) })}
          />
        ))}
      </div>
      <div className={styles.hours} aria-hidden="true">
        {SCALE.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        <div className={styles.times}>
          {EDGES.map((edge) => (
            <TextField
              key={edge}
              type="time"
              label={t(`alarms.quiet.${edge}`)}
              value={hours[edge]}
              required
              onChange={(time) => change({ [edge]: time })}
            />
          ))}
          <TextField
            label={t('alarms.quiet.zone')}
            value={hours.zone}
            maxLength={64}
            required
            autoComplete="off"
            spellCheck={false}
            {...(wrong !== undefined && { error: wrong })}
            onChange={(zone) => change({ zone })}
          />
        </div>
        <Button type="submit" busy={busy} disabled={changed === undefined}>
          {t('alarms.quiet.submit')}
        </Button>
      </form>
    </Card>
  )
}
