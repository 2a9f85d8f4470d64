import { useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { source } from './source.ts'
import styles from './Timezones.module.css'
import { useCall } from './use-call.ts'

/** `America/Argentina/Buenos_Aires` as people read it. */
const spoken = (timezone: string): string => timezone.replaceAll('_', ' ').replaceAll('/', ' / ')

function Choice({ zones, current }: { zones: readonly string[]; current: string }) {
  const { t, say } = useText()
  const words = useWords()
  const [kept, keep] = useState(current)
  const [chosen, choose] = useState(current)
  const [failure, setFailure] = useState<string>()

  const form = useSubmit(async () => {
    const result = await source.act({ operation: 'setTimezone' }, { form: { timezone: chosen } })
    setFailure(result.ok ? undefined : say(`codes.${result.code}`))
    if (!result.ok) return
    keep(chosen)
    toasts.show({ text: t('local.setup.timezone.saved') })
  })

  return (
    <Card>
      <form {...form.attributes} className={styles.form}>
        {failure && (
          <Notice tone="danger" urgent>
            {failure}
          </Notice>
        )}
        <SelectField
          label={t('local.setup.timezone.label')}
          help={t('local.setup.timezone.now', { time: words.moment(Date.now(), Date.now(), chosen) })}
          value={chosen}
          onChange={choose}
          disabled={form.busy}
          choices={zones.map((zone) => ({ value: zone, label: spoken(zone) }))}
        />
        <div>
          <Button type="submit" look="main" busy={form.busy} disabled={chosen === kept}>
            {t('local.setup.timezone.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** One of the zones that the gateway knows. */
export function Timezones() {
  const text = useText()
  const { t } = text
  const [zones, again] = useCall('getAvailableTimezones')
  const [current, askCurrent] = useCall('getCurrentTimezone')
  const failed = [zones, current].find((called) => called.state === 'failed')
  return (
    <>
      <PageHeader title={t('local.screens.timezone.title')} context={t('local.setup.timezone.text')} />
      {failed && (
        <ErrorState
          title={t('local.setup.timezone.failed')}
          onRetry={() => {
            again()
            askCurrent()
          }}
        >
          {failureText(failed.error, text)}
        </ErrorState>
      )}
      {zones.state === 'loaded' && current.state === 'loaded' && (
        <Choice zones={zones.value.data} current={current.value.timezone} />
      )}
      {!failed && (zones.state === 'waiting' || current.state === 'waiting') && (
        <Card>
          <Skeleton height="var(--size-control)" />
        </Card>
      )}
    </>
  )
}
