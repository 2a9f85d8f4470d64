import { useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { failureWords } from '#engine/objects/refusal.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { position } from '#lib/position.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './NoPlace.module.css'

/** Where nobody has said where the home is, the sun brings nothing: it says so, and how to mend it. */
export function NoPlace() {
  const text = useText()
  const { t, say } = text
  const { definitions, go } = useEngine()
  const { source } = usePorts()
  const client = useQueryClient()
  const { place, known } = useWhereabouts()
  const [busy, setBusy] = useState(false)
  if (place || !known) return null
  const settings = definitions.screen('gtw_settings')

  async function here(): Promise<void> {
    setBusy(true)
    try {
      const { latitude, longitude } = (await position()).coords
      const result = await source.order('set_place', { latitude, longitude })
      if (result.ok) await client.invalidateQueries({ queryKey: rowsKey('get_recorded_changes') })
      else toasts.show({ text: failureWords(result, text), tone: 'danger' })
    } catch {
      toasts.show({ text: say('toasts.positionUnknown'), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice tone="warn">
      {t('scenes.noPlace.text')}
      <div className={styles.ways}>
        <Button size="dense" busy={busy} onClick={() => void here()}>
          {t('scenes.noPlace.here')}
        </Button>
        {settings && (
          <Button size="dense" look="quiet" onClick={() => go?.(hrefOf(settings))}>
            {t('scenes.noPlace.address')}
          </Button>
        )}
      </div>
    </Notice>
  )
}
