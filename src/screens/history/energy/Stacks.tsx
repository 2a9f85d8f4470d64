import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import { usePhone } from '#ui/use-phone.ts'
import { Axis } from './Axis.tsx'
import { axisOf, type Period, type Summed, totalOf } from './model.ts'
import styles from './plot.module.css'
import { isWeekend, stepWords, tickWords } from './step-words.ts'

interface Props {
  /** What it is about, for whoever hears it. */
  name: string
  energy: Energy
  all: Summed
  produced: readonly number[]
  coming: readonly (number | undefined)[]
  period: Period
  zone: string
  now: number
  unit: string
  digits: number
}

/** So many columns have a number each. */
const ROOM = 32

/** What was used in each step, by room; arrows go from step to step. */
export function Stacks({ name, energy, all, produced, coming, period, zone, now, unit, digits }: Props) {
  const { t } = useText()
  const words = useWords()
  const phone = usePhone()
  const [pointed, setPointed] = useState<number>()
  const starts = energy.steps.slice(0, -1)
  const { layers } = all
  const totals = starts.map((_, place) => totalOf(layers.map(({ amounts }) => amounts[place] ?? 0)))
  const most = Math.max(
    ...totals.map((total, place) => total + (coming[place] ?? 0)),
    ...produced,
    unit === 'kWh' ? 0.1 : 0.05,
  )
  const ticks = axisOf(most)
  const top = ticks.at(-1) ?? 1
  const share = (amount: number): string => `${(amount / top) * 100}%`
  const told = (amount: number): string => `${words.number(amount, digits)}\u00a0${unit}`
  const has = totalOf(produced) > 0
  // What was used of one's own is an amount; in money it is what was not paid.
  const own = unit === 'kWh' && has ? all.own : undefined
  const shareWords = (share: number | undefined): string[] =>
    share === undefined ? [] : [`${words.number(share * 100, 0)}\u00a0%`]
  const ownTold = (place: number): string =>
    own ? [told(own.amounts[place] ?? 0), ...shareWords(own.ofProduced(place))].join(', ') : ''
  const at = pointed !== undefined && pointed < starts.length ? pointed : undefined

  const move = (event: KeyboardEvent): void => {
    const last = starts.length - 1
    const today = starts.findLastIndex((start) => start <= now)
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (step !== undefined) setPointed(Math.max(0, Math.min(last, at === undefined ? today : at + step)))
    else if (event.key === 'Home') setPointed(0)
    else if (event.key === 'End') setPointed(last)
    else if (event.key === 'Escape') setPointed(undefined)
    else return
    event.preventDefault()
  }
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(
      Math.max(0, Math.min(starts.length - 1, Math.floor(((event.clientX - left) / width) * starts.length))),
    )
  }
  const parts =
    at === undefined
      ? []
      : layers.map(({ id, name: room, amounts }) => ({
          id,
          name: room ?? t('energy.rest'),
          amount: amounts[at] ?? 0,
        }))
  const sentence =
    at === undefined
      ? t('energy.noStep')
      : [
          stepWords(period, starts[at] ?? 0, zone),
          told(totals[at] ?? 0),
          ...parts.map((part) => `${part.name} ${told(part.amount)}`),
          ...(has ? [`${t('energy.produced')} ${told(produced[at] ?? 0)}`] : []),
          ...(own ? [`${t('energy.own.used')} ${ownTold(at)}`] : []),
        ].join(', ')
  const readout = at !== undefined && (
    <div
      className={styles.readout}
      data-side={phone ? undefined : at > starts.length / 2 ? 'left' : 'right'}
      style={{ '--share': (at + 0.5) / starts.length } as CSSProperties}
    >
      <b>{stepWords(period, starts[at] ?? 0, zone)}</b>
      <ul>
        {parts.map((part, place) => (
          <li key={part.id}>
            <i data-layer={part.id === '' ? 'rest' : place + 1} />
            <span>{part.name}</span>
            {words.number(part.amount, digits)}
          </li>
        ))}
        <li className={styles.sum}>
          <span>{t('energy.together')}</span>
          {told(totals[at] ?? 0)}
        </li>
        {has && (
          <li>
            <i data-layer="produced" />
            <span>{t('energy.produced')}</span>
            {words.number(produced[at] ?? 0, digits)}
          </li>
        )}
        {own && (
          <li>
            <span>{t('energy.own.used')}</span>
            {[words.number(own.amounts[at] ?? 0, digits), ...shareWords(own.ofProduced(at))].join(' · ')}
          </li>
        )}
      </ul>
    </div>
  )
  const every = Math.max(1, Math.ceil(starts.length / (phone ? ROOM / 3 : ROOM)))
  return (
    <div className={styles.chart}>
      <ul className={styles.legend}>
        {layers.map(({ id, name: room, amounts }, place) => (
          <li key={id}>
            <i data-layer={id === '' ? 'rest' : place + 1} />
            {room ?? t('energy.rest')}
            <b>{words.number(totalOf(amounts), digits)}</b>
          </li>
        ))}
        {has && (
          <li>
            <i data-layer="produced" />
            {t('energy.produced')}
            <b>{words.number(totalOf(produced), digits)}</b>
          </li>
        )}
        {own && (
          <li>
            <i data-layer="fed_in" />
            {t('energy.fed_in')}
            <b>{words.number(totalOf(produced) - totalOf(own.amounts), digits)}</b>
          </li>
        )}
        {coming.some((one) => one !== undefined) && (
          <li>
            <i data-layer="coming" />
            {t('energy.expected')}
          </li>
        )}
      </ul>
      {phone && (readout || <div className={styles.readout} />)}
      <div className={styles.plot}>
        <Axis ticks={ticks} />
        <div
          className={styles.bars}
          role="slider"
          tabIndex={0}
          aria-label={t('energy.stepsOf', { name })}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, starts.length - 1)}
          aria-valuenow={at ?? 0}
          aria-valuetext={sentence}
          onKeyDown={move}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setPointed(undefined)}
          onBlur={() => setPointed(undefined)}
        >
          {starts.map((start, place) => (
            <div key={start} className={styles.column} data-at={place === at || undefined}>
              {coming[place] !== undefined && (
                <span className={styles.coming} style={{ blockSize: share(coming[place] ?? 0) }} />
              )}
              {layers.toReversed().map(({ id, amounts }, up) => (
                <span
                  key={id}
                  data-layer={id === '' ? 'rest' : layers.length - up}
                  style={{ blockSize: share(amounts[place] ?? 0) }}
                />
              ))}
            </div>
          ))}
          {has && (
            <Line
              amounts={produced}
              own={own?.amounts}
              top={top}
              until={Math.max(1, energy.steps.slice(1).filter((end) => end <= now).length)}
            />
          )}
        </div>
        <div className={styles.times} aria-hidden="true">
          {starts.map((start, place) => (
            <span key={start} data-weekend={(period === 'month' && isWeekend(start, zone)) || undefined}>
              {place % every === 0 ? tickWords(period, start, zone) : ''}
            </span>
          ))}
        </div>
        {!phone && readout}
      </div>
    </div>
  )
}

interface LineProps {
  amounts: readonly number[]
  own: readonly number[] | undefined
  top: number
  until: number
}

/** What was produced, with what of it left the home: a line with an edge of the surface, from step to step, as far as they are over: one that runs would look like a fall. */
function Line({ amounts, own = [], top, until }: LineProps) {
  const x = (place: number): number => ((place + 0.5) / amounts.length) * 100
  const drawn = (all: readonly number[]): string =>
    all
      .slice(0, until)
      .map((amount, place) => `${x(place)},${100 - (amount / top) * 100}`)
      .join(' ')
  const points = drawn(amounts)
  return (
    <svg className={styles.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {own.length > 0 && <polygon points={`${points} ${drawn(own).split(' ').toReversed().join(' ')}`} />}
      <polyline points={points} data-edge="" />
      <polyline points={points} />
    </svg>
  )
}
