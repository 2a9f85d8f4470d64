import { useMemo, useState } from 'react'
import { type Day, dayOf, daysBefore, rangeOfDays } from '#engine/charts/model/range.ts'
import { later, type Track, within, withValue } from '#engine/charts/model/track.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useHomeZone } from '#engine/objects/use-home-moment.ts'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useDevice, useDevices, useLink } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { PinnedView } from '#schemas/generated/entities/dashboard.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useConnection } from './connection.ts'
import { HistoryCard } from './HistoryCard.tsx'
import styles from './history.module.css'
import { PeriodBar } from './PeriodBar.tsx'
import { PinChart } from './PinChart.tsx'
import { bandOf, firstOf, idOf, lineOf, type Recordable, recordablesOf } from './recordable.ts'
import { useMarks } from './use-marks.ts'
import { useTracks } from './use-tracks.ts'
import { useView, type View } from './use-view.ts'
import { ValuesDialog } from './ValuesDialog.tsx'

/** How many states stand below the first number where nobody has chosen. */
const STATES = 3

/** What a device did (spec 2 §2: /dashboard_chart/{id}), and others beside it. */
export function DeviceHistory({ params, screen }: BlockProps) {
  const { t, say } = useText()
  const { definitions } = useEngine()
  const { complete } = useDevices()
  const { state, retry } = useLink()
  const id = params.id ?? ''
  const device = useDevice(id)
  const parent = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  const devices = definitions.screen('quick_controls')
  if (device?.layout) return <Drawn key={id} device={device} parent={parent} />
  if (!device && complete && state !== 'connecting')
    return (
      <EmptyState
        whole
        icon="device"
        tone="plain"
        title={t('history.gone')}
        action={
          devices && (
            <a href={hrefOf(devices)} {...buttonLook({})}>
              {t('history.toDevices')}
            </a>
          )
        }
      />
    )
  return (
    <>
      <PageHeader
        title={device ? t('history.of', { name: device.name }) : t('history.values')}
        crumb={device && crumbOf(parent, device, say)}
      />
      {state === 'failed' ? (
        <ErrorState title={t('history.failedTitle')} onRetry={retry}>
          {t('history.failed')}
        </ErrorState>
      ) : (
        <Skeleton height="420px" />
      )}
    </>
  )
}

function Drawn({ device, parent }: { device: DeviceHead; parent: ScreenHead | undefined }) {
  const { t, say } = useText()
  const words = useWords()
  const { definitions, situation } = useEngine()
  const { widgets, home } = usePorts()
  const zone = useHomeZone()
  const now = useNow()
  const times = useTimes(zone)
  const shownView = useView(dayOf(now, zone))
  const { view, chooseValues, toggle } = shownView
  const [choosing, setChoosing] = useState(false)
  const { first, last } = view.days
  const whole = useMemo(() => rangeOfDays(first, last, zone), [first, last, zone])
  const before = useMemo(() => {
    const days = daysBefore({ first, last })
    return rangeOfDays(days.first, days.last, zone)
  }, [first, last, zone])

  const own = recordablesOf(device)
  const chosen = view.values.flatMap((value) => recordableAt(value, home.device) ?? [])
  const shown = chosen.length > 0 ? chosen : firstOf(own, STATES)
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
  const machine = definitions.screen('time_machine')
  const body = () => {
    if (own.length === 0 && shown.length === 0)
      return (
        <EmptyState icon="analytics" tone="plain" title={t('history.noValuesTitle')}>
          {t('history.noValues')}
        </EmptyState>
      )
    if (asked.waiting) return <Skeleton height="420px" />
    if (asked.failed)
      return (
        <ErrorState title={t('history.failedTitle')} onRetry={asked.retry}>
          {t('history.failed')}
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
        pin={
          <PinChart
            name={device.name}
            of={addresses.map(idOf)}
            view={pinnedOf(view, dayOf(now, zone))}
            states={bands.length}
          />
        }
        onTable={(on) => toggle('table', on)}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('history.of', { name: device.name })}
        crumb={crumbOf(parent, device, say)}
        context={times.days(whole)}
        actions={
          <>
            {machine && situation.gateway?.connectionStatus !== 'offline' && (
              <a href={hrefOf(machine)} {...buttonLook({})}>
                {t('past.open')}
              </a>
            )}
            {own.length > 0 && (
              <Button icon="plus" onClick={() => setChoosing(true)}>
                {t('history.values')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.notice}>
        <LinkNotice gone={situation.gateway?.connectionStatusSince} />
      </div>
      {own.length > 0 && <PeriodBar shown={shownView} zone={zone} />}
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

/** Back to the device, or to the page that names many. */
const crumbOf = (parent: ScreenHead | undefined, { id, name }: DeviceHead, say: Text['say']) =>
  parent && {
    label: parent.route.includes(':id') ? name : say(`screens.${parent.id}.title`),
    href: parent.route.includes(':id') ? hrefOf(parent, { id }) : hrefOf(parent),
  }

/** A value that the address names: of a device that may have gone, or has it no longer. */
function recordableAt(
  value: string,
  deviceAt: (id: string) => DeviceHead | undefined,
): Recordable | undefined {
  const head = deviceAt(value.split('/')[0] ?? '')
  return head && recordablesOf(head).find(({ address }) => idOf(address) === value)
}

/** What is heard while somebody looks goes on where the recorded ends. */
const withPresent = (track: Track, state: PropertyState | undefined, end: number): Track =>
  state?.at === undefined || state.value === undefined || state.at >= end
    ? track
    : withValue(track, state.at, state.value)

/** How it fares now goes on where the recorded ends. */
const withStatus = (track: Track, { status, statusSince }: DeviceHead, end: number): Track =>
  statusSince === undefined || statusSince >= end ? track : withValue(track, statusSince, status)

const dropFirst = ({ times, values }: Track): Track => ({ times: times.slice(1), values: values.slice(1) })
