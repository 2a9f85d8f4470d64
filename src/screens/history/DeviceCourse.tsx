import { useState } from 'react'
import { dayOf } from '#engine/charts/model/range.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import ChartCard from './ChartCard.tsx'
import { Course } from './Course.tsx'
import styles from './glance.module.css'
import { PinChart } from './PinChart.tsx'
import { firstOf, idOf, type Recordable, recordablesOf } from './recordable.ts'
import { useChartBeside, useView } from './use-view.ts'

/** Today, and yesterday behind it. */
const TODAY = { period: 'day', compare: true } as const

/** How many states stand below the lines. */
const STATES = 3

/** Beside the controls of a device: what it did, from the desk on with all that its history offers (mock 14-device-history). */
export default function DeviceCourse({ params }: BlockProps) {
  const { situation } = useEngine()
  const chartBeside = useChartBeside()
  const device = useDevice(params.device ?? '')
  if (!device || !situation.flags.has('DASHBOARD')) return null
  const usual = usualOf(recordablesOf(device), params)
  if (usual.length === 0) return null
  return chartBeside ? <Whole device={device} usual={usual} /> : <LastDay device={device} usual={usual} />
}

/** What is wanted beside what became of it, and the first states. */
function usualOf(
  all: readonly Recordable[],
  { service, property }: BlockProps['params'],
): readonly Recordable[] {
  const main = all.find(({ address }) => address.service === service && address.property === property)
  const measured = all.filter(
    ({ draw, placed: { value } }) =>
      draw === 'area' &&
      !value.access?.includes('write') &&
      (value.category === undefined || value.category === 'main'),
  )
  const [reading] =
    main?.draw === 'area'
      ? measured.filter((one) => one !== main && one.placed.value.unit === main.placed.value.unit)
      : measured
  const lines = [reading, main?.draw === 'area' ? main : undefined].filter((one) => one !== undefined)
  const first = firstOf(all, STATES)
  return lines.length > 0 ? [...lines, ...first.filter(({ draw }) => draw === 'step')] : first
}

interface Props {
  device: DeviceHead
  usual: readonly Recordable[]
}

function Whole({ device, usual }: Props) {
  const zone = useHomeZone()
  const shown = useView(dayOf(useNow(), zone), TODAY)
  const [choosing, setChoosing] = useState(false)
  return (
    <div>
      <Course {...{ device, shown, usual, choosing, setChoosing }} beside />
    </div>
  )
}

/** In the room of a phone: its lines, else its first state, and the way to all of it. */
function LastDay({ device, usual }: Props) {
  const { t } = useText()
  const lines = usual.filter(({ draw }) => draw === 'area')
  const shown = (lines.length > 0 ? lines : usual.slice(0, 1)).map(({ address }) => idOf(address))
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
