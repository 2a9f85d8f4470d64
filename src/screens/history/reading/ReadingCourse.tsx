import { useMemo } from 'react'
import { lineOf, type NumberTrack, numbersOf } from '#engine/charts/model/lines.ts'
import { dayOf, type Range } from '#engine/charts/model/range.ts'
import { within } from '#engine/charts/model/track.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { labelOf, phrase, readPlain } from '#engine/property/state/words-of.ts'
import { lastDay } from '#gateway/lib/times/last-day.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { idOf, type Recordable, recordablesOf } from '../recordable.ts'
import { useTracks, withPresent } from '../use-tracks.ts'
import { useChartBeside, useView } from '../use-view.ts'
import styles from './reading.module.css'

const WIDTH = 72
const HEIGHT = 24
const MARGIN = 2

/** The last day of a reading, in its row: pressed, it stands in the large chart (mock 14-device-history). */
export default function ReadingCourse({ params }: BlockProps) {
  const { situation } = useEngine()
  const device = useDevice(params.device ?? '')
  if (!device || !situation.flags.has('DASHBOARD')) return null
  const one = recordablesOf(device).find(
    ({ address, draw }) =>
      draw === 'area' && address.service === params.service && address.property === params.property,
  )
  return one ? <Course one={one} /> : null
}

function Course({ one }: { one: Recordable }) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const widgets = useWidgets()
  const chartBeside = useChartBeside()
  const now = useNow()
  const { view, chooseValues } = useView(dayOf(now, useHomeZone()))
  const { address, head, placed } = one
  const { from, to } = lastDay(now)
  const addresses = useMemo(() => [address], [address])
  const [present] = useProperties(addresses)
  const { of, waiting } = useTracks(addresses, { from, to })
  const recorded = of(address)
  const line = useMemo(() => {
    const range = { from, to }
    const track = within(withPresent(recorded, present, to), range)
    return lineOf(numbersOf(track, placed.value), range, now, [])
  }, [recorded, present, placed, from, to, now])
  // Its room is there before it has come, so that nothing moves.
  if (waiting) return <span className={styles.reading} />
  const known = line.values.filter((value) => value !== null)
  // One value that stood still says no more than the row does.
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const told = (value: number): string =>
    phrase(readPlain(placed, value / (placed.value.scale ?? 1), widgets, words))
  const id = idOf(address)
  const chart = definitions.screen('dashboard_chart')
  const looks = {
    className: styles.reading,
    'aria-label': t('history.ofReading', {
      name: labelOf(placed, words),
      from: told(least),
      to: told(most),
    }),
  }
  const drawn = (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={pathOf(line, { from, to }, least, most)} />
    </svg>
  )
  if (!chartBeside)
    return (
      chart && (
        <a {...looks} href={`${hrefOf(chart, { id: head.id })}?${new URLSearchParams({ v: id })}`}>
          {drawn}
        </a>
      )
    )
  const shown = view.values.includes(id)
  return (
    <button type="button" {...looks} aria-pressed={shown} onClick={() => chooseValues(shown ? [] : [id])}>
      {drawn}
    </button>
  )
}

function pathOf({ times, values }: NumberTrack, { from, to }: Range, least: number, most: number): string {
  const x = (at: number): string => (((at - from) / (to - from)) * WIDTH).toFixed(1)
  const y = (value: number): string =>
    (most === least
      ? HEIGHT / 2
      : HEIGHT - MARGIN - ((value - least) / (most - least)) * (HEIGHT - 2 * MARGIN)
    ).toFixed(1)
  let path = ''
  let before = ''
  times.forEach((at, place) => {
    const value = values[place]
    if (value === null || value === undefined) {
      before = ''
      return
    }
    // Points that fall on each other are drawn once.
    const point = `${x(at)} ${y(value)}`
    if (point !== before) path += `${before === '' ? 'M' : 'L'}${point}`
    before = point
  })
  return path
}
