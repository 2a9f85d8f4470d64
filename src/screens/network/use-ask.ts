import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { toasts } from '#ui/toasts/toasts.ts'

/** Asks a device whether it is there, and says what came of it. */
export function useAsk(id: string, name: string) {
  const { t } = useText()
  const words = useWords()
  const { source } = usePorts()
  const { situation } = useEngine()
  const [busy, setBusy] = useState(false)
  const may = !isOutOfReach({ commands: ['ask_device'] }, situation)
  const ask = async (): Promise<void> => {
    if (!may) return
    setBusy(true)
    const result = await source.order('ask_device', { device_id: id })
    setBusy(false)
    if (!result.ok) {
      const text = t(result.code === '501' ? 'netdiag.asked.impossible' : 'netdiag.asked.failed', { name })
      toasts.show({ text, tone: 'danger' })
      return
    }
    const { outcome, ms = 0 } = result.data
    toasts.show({
      text: t(`netdiag.asked.${outcome}`, { name, seconds: words.number(ms / 1000, 1) }),
      tone: outcome === 'silent' ? 'danger' : 'plain',
    })
  }
  return { busy, ask: () => void ask(), why: may ? undefined : t('engine.forbidden') }
}
