import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { Notice } from '#ui/Notice.tsx'
import type { DeviceHead } from '../../doors.ts'
import { partsOf } from '../../property/address.ts'
import { standingSentence } from '../../property/availability.ts'
import { useProperty } from '../../property/useProperty.ts'

/** At and below this charge a device is about to fall silent, per cent (spec 2 §5). */
const BATTERY_CRITICAL = 5

/** Strips over the page: why controls are off, and a battery that is nearly empty. */
export function DeviceNotices({ device }: { device: DeviceHead }) {
  const text = useText()
  const words = useWords()
  const sentence = standingSentence(device, text, (at) => words.moment(at, Date.now()))
  const battery = device.layout && batteryOf(device.layout)
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
      {battery && <Battery device={device.id} {...battery} />}
    </>
  )
}

function Battery(address: { device: string; service: string; property: string }) {
  const { t } = useText()
  const words = useWords()
  const { value } = useProperty(address)
  const charge = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  // An unknown charge is no empty battery.
  if (!(charge <= BATTERY_CRITICAL)) return null
  return (
    <Notice tone="danger" icon="battery-low">
      {t('device.page.battery', { charge: `${words.number(Math.max(0, charge), 0)}\u00a0%` })}
    </Notice>
  )
}

const batteryOf = ({ tile, sections }: DeviceLayout) =>
  [...tile.footer, ...Object.values(sections).flatMap((section) => section ?? [])]
    .flatMap(partsOf)
    .filter(
      ({ property, value }) => property === 'battery' && value.kind !== 'bool' && value.kind !== 'option',
    )
    .map(({ service, property }) => ({ service, property }))
    .at(0)
