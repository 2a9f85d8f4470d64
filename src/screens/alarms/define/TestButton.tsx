import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import type { Way } from './ways.tsx'

/** Tries an alarm on whoever looks, administrators as well, and says by which ways it does not reach him. */
export function TestButton({ alarm, size }: { alarm: Alarm; size?: 'dense' }) {
  const { t } = useText()
  const { situation } = useEngine()
  const { source } = usePorts()
  const [busy, setBusy] = useState(false)
  if (isOutOfReach({ operations: ['testAlarm'] }, situation)) return null
  const test = async (): Promise<void> => {
    setBusy(true)
    const answer = await source.call('testAlarm', { alarm: alarm._id }).finally(() => setBusy(false))
    if (!answer.ok) return
    const { sent, missing } = answer.data
    const said = (ways: readonly Way[]) => ways.map((way) => t(`alarms.ways.${way}`)).join(', ')
    if (sent.length === 0) {
      toasts.show({ text: t('alarms.testNone'), tone: 'danger' })
      return
    }
    const texts = [
      t('alarms.testSent', { ways: said(sent) }),
      ...(missing.length > 0 ? [t('alarms.testMissing', { ways: said(missing) })] : []),
    ]
    toasts.show({ text: texts.join(' ') })
  }
  return (
    <Button icon="bell" busy={busy} {...(size && { size })} onClick={() => void test()}>
      {t('alarms.testMe')}
    </Button>
  )
}
