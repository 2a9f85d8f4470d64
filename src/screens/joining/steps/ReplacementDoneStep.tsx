import { useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ExcludeDialog } from '../ExcludeDialog.tsx'
import styles from './IncludeStep.module.css'

type Phase = 'done' | 'undoing' | 'undone' | 'failed'

/** What came of it, and the way back as long as the old device is still there. */
export function ReplacementDoneStep() {
  const { t } = useText()
  const { form, call } = useWizard()
  const { go } = useEngine()
  const [phase, setPhase] = useState<Phase>('done')
  const [leaving, setLeaving] = useState(false)
  const old = useDevice(String(form.device))
  const successor = useDevice(String(form.successor))

  async function undo(): Promise<void> {
    setPhase('undoing')
    const done = await call('undo')
    if (done) setPhase(done.result.ok ? 'undone' : 'failed')
  }

  if (phase === 'undone')
    return (
      <div className={styles.step}>
        <p role="status">{t('joining.replaced.undone')}</p>
        <div className={styles.ways}>
          <Button look="main" onClick={() => go?.(`/devices/device/${String(form.device)}`)}>
            {t('joining.replaced.toOld')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className={styles.step}>
      <p role="status">{t('joining.replaced.text', { name: successor?.name ?? '' })}</p>
      <p>{t(old ? 'joining.replaced.oldThere' : 'joining.replaced.oldGone')}</p>
      {phase === 'failed' && (
        <Notice tone="danger" urgent>
          {t('joining.replaced.notUndone')}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button look="main" onClick={() => go?.(`/devices/device/${String(form.successor)}`)}>
          {t('joining.replaced.toNew')}
        </Button>
        {old && (
          <>
            <Button icon="history" busy={phase === 'undoing'} onClick={() => void undo()}>
              {t('joining.replaced.undo')}
            </Button>
            <Button look="danger" onClick={() => setLeaving(true)}>
              {t('joining.replaced.removeOld')}
            </Button>
          </>
        )}
      </div>
      {leaving && old && <ExcludeDialog device={old} onClose={() => setLeaving(false)} />}
    </div>
  )
}
