import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { lineOf, type NumberTrack, numbersOf } from '#engine/charts/model/lines.ts'
import { within, withValue } from '#engine/charts/model/track.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useDevice } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { afterFigure, labelOf, readPlain } from '#engine/property/state/words-of.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { useMedia } from '#ui/use-media.ts'
import { idOf, type Recordable, recordablesOf } from '../recordable.ts'
import { useTracks } from '../use-tracks.ts'
import styles from './reading.module.css'

const DAY = 24 * 60 * 60_000
/** All values of a device are asked for at once, and not anew with every second. */
const STEP = 5 * 60_000
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
  const { widgets } = usePorts()
  const [search, setSearch] = useSearchParams()
  const desk = useMedia('(min-width: 1024px)')
  const { address, head, placed } = one
  const now = useNow()
  const to = Math.ceil(now / STEP) * STEP
  const range = useMemo(() => ({ from: to - DAY, to }), [to])
  const addresses = useMemo(() => [address], [address])
  const [present] = useProperties(addresses)
  const recorded = useTracks(addresses, range).of(address)
  const line = useMemo(() => {
    const track =
      present?.at === undefined || present.value === undefined
        ? recorded
        : withValue(recorded, present.at, present.value)
    return lineOf(numbersOf(within(track, range), placed.value), range, now, [])
  }, [recorded, present, placed, range, now])
  const known = line.values.filter((value) => value !== null)
  // One value that stood still says no more than the row does.
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const told = (value: number): string => {
    const { text, unit } = readPlain(placed, value / (placed.value.scale ?? 1), widgets, words)
    return unit === undefined ? text : text + afterFigure(unit)
  }
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
      <path d={pathOf(line, range.from, least, most)} />
    </svg>
  )
  if (!desk)
    return (
      chart && (
        <a {...looks} href={`${hrefOf(chart, { id: head.id })}?${new URLSearchParams({ v: id })}`}>
          {drawn}
        </a>
      )
    )
  const shown = search.getAll('v').includes(id)
  const show = (): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('v')
        if (!shown) after.set('v', id)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <button type="button" {...looks} aria-pressed={shown} onClick={show}>
      {drawn}
    </button>
  )
}

function pathOf({ times, values }: NumberTrack, from: number, least: number, most: number): string {
  const x = (at: number): string => (((at - from) / DAY) * WIDTH).toFixed(1)
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
