import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Notice } from '#ui/Notice.tsx'
import { numberLimit, useEngine } from '../../engine.ts'
import { useHomeMoment } from '../../home-clocks.ts'
import type { DeviceHead } from '../../ports.ts'
import { standingSentence } from '../../property/state/availability.ts'
import { useCharge } from '../../property/state/charge.ts'

/** Strips over the page: why controls are off, and a battery that is nearly empty. */
export function DeviceNotices({ device }: { device: DeviceHead }) {
  const text = useText()
  const moment = useHomeMoment()
  const sentence = standingSentence(device, text, (at) => moment(at, Date.now()))
  return (
    <>
      {sentence && (
        <Notice
          tone={device.status === 4 ? 'danger' : 'warn'}
          icon={device.status === 5 ? 'offline' : undefined}
        >
          {sentence}
        </Notice>
      )}
      <Battery device={device} />
    </>
  )
}

/** At and below the critical charge a device is about to fall silent (spec 2 §5). */
function Battery({ device }: { device: DeviceHead }) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const charge = useCharge(device)
  if (charge === undefined || charge > numberLimit(definitions, 'batteryCritical')) return null
  return (
    <Notice tone="danger" icon="battery-low">
      {t('device.page.battery', { charge: `${words.number(charge, 0)}\u00a0%` })}
    </Notice>
  )
}
