import { useMemo } from 'react'
import { type Day, dayOf, daysBefore, rangeOfDays } from '#engine/charts/model/range.ts'
import { later, type Track, within, withValue } from '#engine/charts/model/track.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { PinnedView } from '#schemas/generated/entities/dashboard.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useConnection } from './connection.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { PinChart } from './PinChart.tsx'
import { bandOf, idOf, lineOf, type Recordable, recordablesOf } from './recordable.ts'
import { useMarks } from './use-marks.ts'
import { useTracks, withPresent } from './use-tracks.ts'
import type { useView, View } from './use-view.ts'
import { ValuesDialog } from './ValuesDialog.tsx'

interface CourseProps {
  device: DeviceHead
  shown: ReturnType<typeof useView>
  /** What is drawn where nobody has chosen. */
  usual: readonly Recordable[]
  choosing: boolean
  setChoosing(on: boolean): void
  /** Beside the controls of the device. */
  beside?: boolean
}

/** The days, what was recorded in them, and the choice of values. */
export function Course({
  device,
  shown: shownView,
  usual,
  choosing,
  setChoosing,
  beside = false,
}: CourseProps) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { situation } = useEngine()
  const { home } = usePorts()
  const widgets = useWidgets()
  const zone = useHomeZone()
  const now = useNow()
  const { view, chooseValues, toggle } = shownView
  const { first, last } = view.days
  const whole = useMemo(() => rangeOfDays(first, last, zone), [first, last, zone])
  const before = useMemo(() => {
    const days = daysBefore({ first, last })
    return rangeOfDays(days.first, days.last, zone)
  }, [first, last, zone])

  const chosen = view.values.flatMap((value) => recordableAt(value, home.device) ?? [])
  const shown = chosen.length > 0 ? chosen : usual
  const several = new Set(shown.map(({ head }) => head.id)).size > 1
  const addresses = shown.map(({ address }) => address)
  const present = useProperties(addresses)
  const asked = useTracks(addresses, whole)
  const previous = useTracks(addresses, view.compare ? before : undefined)
  const marks = useMarks(shown, whole, several, present.map(({ at }) => at).join())
  const telling = { widgets, words }
  const zero = situation.flags.has('DISPLAY_ZERO_FOR_EMPTY_CHART_DATA')
  const fromLast = situation.flags.has('LAST_NODE_HISTORY_DATA')

  const trackOf = (one: Recordable, place: number): Track => {
    const told = withPresent(asked.of(one.address), present[place], whole.to)
    const cut = within(told, whole)
    const from = !fromLast && (cut.times[0] ?? whole.from) < whole.from ? dropFirst(cut) : cut
    return from.times.length === 0 && zero && one.draw === 'area'
      ? { times: [whole.from], values: [0] }
      : from
  }
  const beforeOf = (one: Recordable): Track | undefined =>
    view.compare ? later(within(previous.of(one.address), before), whole.from - before.from) : undefined
  const series = shown.map((one, place) => ({ one, track: trackOf(one, place), before: beforeOf(one) }))
  const lines = series.flatMap(({ one, track, before: earlier }) =>
    one.draw === 'area' ? [{ ...lineOf(one, track, earlier, telling, several), device: one.head.name }] : [],
  )
  const bands = series.flatMap(({ one, track, before: earlier }) =>
    one.draw === 'step'
      ? [
          {
            ...bandOf(one, { now: track, before: earlier }, whole, now, telling, several),
            device: one.head.name,
          },
        ]
      : [],
  )
  const connectionOf = useConnection()
  const fared = withStatus(asked.statusOf(device.id), device, whole.to)
  const { connection, away } = connectionOf(
    { id: device.id, device: device.name, kind: 'node', track: fared },
    whole,
    now,
  )
  // What others measured while this one was away is known.
  const gaps = several ? NONE : away
  const empty = series.every(({ track }) => track.times.length === 0)
  const body = () => {
    if (shown.length === 0)
      return (
        <EmptyState icon="analytics" tone="plain" title={t('history.noValuesTitle')}>
          {t('history.noValues')}
        </EmptyState>
      )
    if (asked.waiting) return <Skeleton height="420px" />
    if (asked.error)
      return (
        <ErrorState title={t('history.failedTitle')} onRetry={asked.retry}>
          {failureText(asked.error, text)}
        </ErrorState>
      )
    if (empty)
      return (
        <EmptyState icon="analytics" tone="plain" title={t('history.emptyTitle')}>
          {t('history.empty')}
        </EmptyState>
      )
    return (
      <HistoryCard
        key={`${whole.from} ${whole.to}`}
        {...{ view, whole, zone, now, lines, marks, gaps }}
        bands={connection.bands.length > 0 ? [...bands, connection] : bands}
        name={device.name}
        beside={beside}
        tools={
          <>
            {beside && (
              <Button size="dense" only icon="plus" onClick={() => setChoosing(true)}>
                {t('history.values')}
              </Button>
            )}
            <PinChart
              name={device.name}
              of={addresses.map(idOf)}
              view={pinnedOf(view, dayOf(now, zone))}
              states={bands.length}
            />
          </>
        }
        onTable={(on) => toggle('table', on)}
      />
    )
  }
  return (
    <>
      {usual.length > 0 && <PeriodBar shown={shownView} zone={zone} />}
      {body()}
      {choosing && (
        <ValuesDialog
          device={device}
          chosen={shown}
          onClose={() => setChoosing(false)}
          onChoose={(values) => {
            setChoosing(false)
            chooseValues(values)
          }}
        />
      )}
    </>
  )
}

const NONE: never[] = []

/** A period that ends today goes on with the days; another is what it was. */
const pinnedOf = ({ period, days, compare }: View, today: Day): PinnedView => ({
  ...(period !== 'own' && days.last === today ? { period } : { period: 'own', ...days }),
  ...(compare && { compare }),
})

/** A value that the address names: of a device that may have gone, or has it no longer. */
function recordableAt(
  value: string,
  deviceAt: (id: string) => DeviceHead | undefined,
): Recordable | undefined {
  const head = deviceAt(value.split('/')[0] ?? '')
  return head && recordablesOf(head).find(({ address }) => idOf(address) === value)
}

/** How it fares now goes on where the recorded ends. */
const withStatus = (track: Track, { status, statusSince }: DeviceHead, end: number): Track =>
  statusSince === undefined || statusSince >= end ? track : withValue(track, statusSince, status)

const dropFirst = ({ times, values }: Track): Track => ({ times: times.slice(1), values: values.slice(1) })
