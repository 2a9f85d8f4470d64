import { useEffect, useEffectEvent } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { isAble } from '#gateway/lib/gateways/abilities.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { DevicePicker } from '../DevicePicker.tsx'
import styles from './ModelStep.module.css'

/** spec 2 §4: 6 is a device that another one stands in for. */
const REPLACED = 6

/** Which device is to be replaced; whoever comes from a device has said so, and finds it chosen if he goes back. */
export function ReplacedStep() {
  const { t } = useText()
  const { form, goOn } = useWizard()
  const { situation } = useEngine()
  const heads = useAllDevices()
  const replaceable = heads?.filter(
    ({ model, type, layout, status }) =>
      status !== REPLACED &&
      isAble('replace', { class: model, type, capabilities: layout?.capabilities }, situation.settings ?? {}),
  )
  const chosen = replaceable?.find(({ id }) => id === form.device)
  const named = chosen !== undefined && form.named !== true
  const goOnWith = useEffectEvent(() => goOn({ named: true }))
  useEffect(() => {
    if (named) goOnWith()
  }, [named])
  if (named) return null
  return (
    <div className={styles.step}>
      <DevicePicker heads={replaceable} chosen={chosen?.id} onChoose={({ id }) => goOn({ device: id })} />
      {chosen && (
        <div className={styles.ways}>
          <Button look="main" onClick={() => goOn({ device: chosen.id })}>
            {t('joining.replace.goOn', { name: chosen.name })}
          </Button>
        </div>
      )}
    </div>
  )
}
