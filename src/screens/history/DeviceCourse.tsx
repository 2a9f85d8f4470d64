import { type BlockProps, useEngine } from '#engine/engine.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import ChartCard from './ChartCard.tsx'
import styles from './glance.module.css'
import { PinChart } from './PinChart.tsx'
import { idOf, recordablesOf } from './recordable.ts'

/** Beside the controls of a device: the last day of what it mainly measures, and the way to all of it (mock 14). */
export default function DeviceCourse({ params }: BlockProps) {
  const { situation } = useEngine()
  const { t } = useText()
  const device = useDevice(params.device ?? '')
  if (!device || !situation.flags.has('DASHBOARD')) return null
  const lines = recordablesOf(device).filter(({ draw }) => draw === 'area')
  const main = lines.find(
    ({ address }) => address.service === params.service && address.property === params.property,
  )
  const measured = lines.filter(
    ({ placed: { value } }) =>
      !value.access?.includes('write') && (value.category === undefined || value.category === 'main'),
  )
  // What is wanted stands beside what became of it.
  const [reading] = main
    ? measured.filter((one) => one !== main && one.placed.value.unit === main.placed.value.unit)
    : measured
  const shown = [reading, main].flatMap((one) => (one ? [idOf(one.address)] : []))
  // What it does in states stands on the page of its history; a card without a line says nothing.
  if (shown.length === 0) return null
  return (
    <div className={styles.course}>
      {/* What it measures stands on the page already: two parts of one name are told apart by nobody. */}
      <ChartCard
        params={{ of: shown.join('\n'), title: t('history.lastDay') }}
        aside={<PinChart name={device.name} of={shown} />}
      />
    </div>
  )
}
