import { type PointerEvent, useMemo, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { Bands } from '#engine/charts/Bands.tsx'
import { type Day, dayAfter, isDay, type Range } from '#engine/charts/model/range.ts'
import { EMPTY } from '#engine/charts/model/track.ts'
import type { BandSeries } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { bandOf, idOf, type Recordable } from '../recordable.ts'
import { DayNumbers } from './DayNumbers.tsx'
import { type NumberPair, pairedNumbers, sameHours } from './day-numbers.ts'
import { mainValuesOf } from './differences.ts'
import styles from './past.module.css'
import { clockOf, HOURS, hourOf, ownHours, type Pair, paired, statesOf, stretchOf } from './two-days.ts'
import type { useMoment } from './use-past.ts'

const CONCLUSIONS = 4
const FIRST = 8

/** Two days on the same hours, with one line through both (mock 16-time-machine). */
export function TwoDays({
  moment,
  heads,
}: {
  moment: ReturnType<typeof useMoment>
  heads: readonly DeviceHead[]
}) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const widgets = useWidgets()
  const { definitions, situation } = useEngine()
  const { at, now, day, zone } = moment
  const times = useTimes(zone)
  const phone = usePhone()
  const [search, change] = useAddress()
  const [all, setAll] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const hours = HOURS.find((one) => one === search.get('hours')) ?? 'night'
  const asked = search.get('with') ?? ''
  const other = isDay(asked) && asked !== day ? asked : dayAfter(day, -1)
  const own = ownHours(search.get('from') ?? '', search.get('to') ?? '')
  const ranges = [stretchOf(other, hours, zone, own), stretchOf(day, hours, zone, own)] as const
  const [before, after] = [useStates(ranges[0], now), useStates(ranges[1], now)]
  const hoursOf = sameHours(ranges, now)
  const numbers = [useNumbers(hoursOf[0], now), useNumbers(hoursOf[1], now)] as const
  const put = (name: string, value: string): void => change({ at: String(at), [name]: value })
  const states = heads.flatMap((head) => mainValuesOf(head).filter(({ draw }) => draw === 'step'))
  const seriesOf = (one: Recordable, of: typeof before, range: Range): BandSeries =>
    bandOf(
      one,
      { now: of.data?.get(idOf(one.address)) ?? EMPTY, before: undefined },
      range,
      now,
      { widgets, words },
      true,
    )
  const { different, alike } = paired(
    states.map((one) => ({
      device: one.address.device,
      days: [seriesOf(one, before, ranges[0]), seriesOf(one, after, ranges[1])],
    })),
    ranges,
    now,
  )
  const shown = all ? different : different.slice(0, FIRST)
  const compared = useMemo(
    () =>
      numbers[0].data &&
      numbers[1].data &&
      pairedNumbers(heads, [numbers[0].data.numbers, numbers[1].data.numbers], { widgets, words }),
    [heads, numbers[0].data, numbers[1].data, widgets, words],
  )
  const changed = compared?.different ?? []
  const shownNumbers = all ? changed : changed.slice(0, FIRST)
  const said = ({ days: [, second], longer }: Pair): string =>
    t(longer > 0 ? 'past.two.longer' : 'past.two.shorter', {
      name: second.label,
      day: dayText(other),
      time: words.duration(Math.abs(longer) / 1000),
    })
  const saidOf = ({ label, by, more, counts }: NumberPair): string =>
    t(counts ? (more ? 'past.two.more' : 'past.two.less') : more ? 'past.two.higher' : 'past.two.lower', {
      name: label,
      by,
      day: dayText(other),
    })
  // Both kinds are concluded from: half of the sentences each, where there are as many.
  const sentences = [
    ...different
      .slice(0, Math.max(CONCLUSIONS / 2, CONCLUSIONS - changed.length))
      .map((pair) => ({ ...pair, name: pair.days[1].label, text: said(pair) })),
    ...changed.map((pair) => ({ ...pair, name: pair.label, text: saidOf(pair) })),
  ].slice(0, CONCLUSIONS)
  const share = (at - ranges[1].from) / (ranges[1].to - ranges[1].from)
  const cross = pointed ?? (share >= 0 && share <= 1 ? share : undefined)
  const point = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect()
    setPointed(box.width > 0 ? Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) : undefined)
  }
  const chart = situation.flags.has('DASHBOARD') ? definitions.screen('dashboard_chart') : undefined

  const half = (place: 0 | 1, of: Day) => {
    const range = ranges[place]
    return (
      <div key={place} className={styles.half}>
        <h3>{times.shortDays({ from: range.to - 1, to: range.to })}</h3>
        <div
          className={styles.lanes}
          data-second={place === 1 || undefined}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <Bands
            seen={range}
            now={now}
            series={shown.map((pair) => ({
              ...pair.days[place],
              id: `${of} ${pair.id}`,
              ...(place === 1 && { sum: gained(pair) }),
            }))}
          />
          {cross !== undefined && (
            <span className={styles.cross} style={{ insetInlineStart: `${cross * 100}%` }}>
              {times.clock(range.from + cross * (range.to - range.from))}
            </span>
          )}
        </div>
      </div>
    )
  }
  const gained = ({ longer }: Pair): string =>
    `${longer > 0 ? '+' : '−'}${words.duration(Math.abs(longer) / 1000)}`
  const body = () => {
    const error = before.error ?? after.error
    if (error)
      return (
        <ErrorState
          title={t('past.failed')}
          onRetry={() => {
            void before.refetch()
            void after.refetch()
          }}
        >
          {failureText(error, text)}
        </ErrorState>
      )
    if (!before.data || !after.data) return <Skeleton height="160px" />
    return (
      <>
        {sentences.length > 0 && (
          <ul className={styles.sentences}>
            {sentences.map(({ id, device, name, text }) => (
              <li key={id}>
                <p>{text}</p>
                {chart && (
                  <a href={hrefOf(chart, { id: device, period: 'day', last: day, compare: 1, v: id })}>
                    <Icon name="analytics" size="small" />
                    <span className="visually-hidden">{t('past.differences.chart', { name })}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
        {different.length > 0 && (
          <div className={styles.halves}>
            {half(0, other)}
            {half(1, day)}
          </div>
        )}
        {shownNumbers.length > 0 && <DayNumbers pairs={shownNumbers} days={[dayText(other), dayText(day)]} />}
        <p className={styles.none}>
          {t('past.two.alike', { count: alike })}{' '}
          {compared
            ? t('past.two.similar', { count: compared.similar })
            : numbers.some(({ error }) => error) && t('past.two.noNumbers')}
        </p>
      </>
    )
  }
  const which = (
    <Segments
      label={t('past.two.hours')}
      segments={HOURS.map((id) => ({ id, label: t(`past.two.${id}Hours`) }))}
      value={hours}
      onChange={(id) => put('hours', id)}
    />
  )
  return (
    <Card flush title={t(`past.two.${hours}`)} aside={phone ? undefined : which}>
      {phone && <div className={styles.own}>{which}</div>}
      <div className={styles.against}>
        <Button size="dense" icon="chevron-left" onClick={() => put('with', dayAfter(other, -1))}>
          {t('past.two.earlier')}
        </Button>
        <span>{t('past.two.with', { first: dayText(other), second: dayText(day) })}</span>
        <Button
          size="dense"
          disabled={dayAfter(other, 1) >= day}
          onClick={() => put('with', dayAfter(other, 1))}
        >
          {t('past.two.later')}
        </Button>
      </div>
      {hours === 'own' && (
        <div className={styles.own}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={t(`past.two.${end}`)}
              type="time"
              value={clockOf(own[end])}
              onChange={(time) => hourOf(time) !== undefined && put(end, time)}
            />
          ))}
        </div>
      )}
      {body()}
      {(shown.length < different.length || shownNumbers.length < changed.length) && (
        <div className={styles.more}>
          <Button size="dense" onClick={() => setAll(true)}>
            {t('past.differences.all', { count: different.length + changed.length })}
          </Button>
        </div>
      )}
    </Card>
  )

  function dayText(one: Day): string {
    const { to } = stretchOf(one, hours, zone, own)
    return times.shortDays({ from: to - 1, to })
  }
}

/** Two calls a day for a whole home: how it began, and what changed. */
function useStates(range: Range, now: number) {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  return useQuery({
    queryKey: rowsKey('homeChanges', { sn, states: true, ...range }),
    staleTime: range.to > now ? 60_000 : 300_000,
    queryFn: async ({ signal }) => {
      const [begin, changes] = await Promise.all([
        source.load('homeAt', { sn, at: range.from }, signal),
        source.load('homeChanges', { sn, ...range }, signal),
      ])
      return statesOf(begin, changes, range)
    },
  })
}

/** What the numbers of a whole home came to; one call. */
function useNumbers(range: Range, now: number) {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  return useQuery({
    queryKey: rowsKey('homeNumbers', { sn, ...range }),
    enabled: range.from < range.to,
    staleTime: range.to > now ? 60_000 : 300_000,
    queryFn: ({ signal }) => source.load('homeNumbers', { sn, ...range }, signal),
  })
}
