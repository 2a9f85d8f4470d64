import {
  type KeyboardEvent,
  type PointerEvent,
  startTransition,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import { Marks } from '#engine/charts/Marks.tsx'
import { ticksIn } from '#engine/charts/model/range.ts'
import type { Mark } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { MomentDialog } from './MomentDialog.tsx'
import styles from './past.module.css'
import type { useMoment } from './use-past.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const HOUR = 60 * MINUTE
/** An hour in ten seconds, a second at a time. */
const PLAYED = 6 * MINUTE

interface Props {
  moment: ReturnType<typeof useMoment>
  changes: AnswerOf<'homeChanges'> | undefined
  marks: readonly Mark[]
  heads: readonly DeviceHead[]
}

/** The day with what happened in it, and the moment that is looked at. */
export function Scrubber({ moment, changes, marks, heads }: Props) {
  const { t } = useText()
  const words = useWords()
  const phone = usePhone()
  const { now, zone, range, first, day, today, sameTime } = moment
  // The address follows in a transition: until it has, the next key goes on from what was chosen, not from what it says.
  const [at, aim] = useOptimistic(moment.at)
  const go = (to: number, replace = false): void =>
    startTransition(() => {
      aim(moment.within(to))
      moment.go(to, replace)
    })
  const times = useTimes(zone)
  const rail = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<number>()
  const [choosing, setChoosing] = useState(false)
  const [playing, setPlaying] = useState(false)
  const shown = held ?? at
  const end = Math.min(range.to - 1, now)
  const shareOf = (one: number): number => ((one - range.from) / (range.to - range.from)) * 100
  const counts = changes?.counts ?? []
  const most = Math.max(1, ...counts)
  // One moment, one stop: what changed in the same second is one step.
  const before = changes?.changes.findLast((change) => change.at < at - 999)
  const after = changes?.changes.find((change) => change.at > at + 999 && change.at <= end)
  const named = (change: NonNullable<typeof before>): string =>
    `${times.clock(change.at)} ${heads.find(({ id }) => id === change.device_id)?.name ?? ''}`
  const count = counts[Math.floor((shown - range.from) / QUARTER)] ?? 0

  const step = useRef((): void => undefined)
  step.current = () => (at + PLAYED >= now ? setPlaying(false) : go(at + PLAYED, true))
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => step.current(), 1000)
    return () => clearInterval(timer)
  }, [playing])

  const under = ({ clientX }: PointerEvent): number => {
    const box = rail.current?.getBoundingClientRect()
    const share = box && box.width > 0 ? (clientX - box.left) / box.width : 0
    const exact = range.from + Math.min(1, Math.max(0, share)) * (range.to - range.from)
    return Math.min(end, Math.round(exact / MINUTE) * MINUTE)
  }
  const press = (event: KeyboardEvent): void => {
    const to = targetOf(event)
    if (to === undefined) return
    event.preventDefault()
    go(to, true)
  }
  const targetOf = ({ key, shiftKey }: KeyboardEvent): number | undefined => {
    switch (key) {
      case 'ArrowRight':
      case 'ArrowUp':
        return shiftKey ? at + HOUR : (after?.at ?? end)
      case 'ArrowLeft':
      case 'ArrowDown':
        return shiftKey ? at - HOUR : (before?.at ?? range.from)
      case 'PageUp':
        return at + HOUR
      case 'PageDown':
        return at - HOUR
      case 'Home':
        return range.from
      case 'End':
        return end
      default:
        return undefined
    }
  }
  return (
    <section className={styles.scrubber} aria-label={t('past.scrubber')}>
      <div className={styles.when}>
        <div className={styles.steps}>
          <Button only icon="chevron-left" disabled={sameTime(-1) < first} onClick={() => go(sameTime(-1))}>
            {t('past.day.earlier')}
          </Button>
          <Button icon="calendar" aria-label={t('past.day.choose')} onClick={() => setChoosing(true)}>
            {times.shortDays(range)}
          </Button>
          <Button only icon="chevron-right" disabled={day === today} onClick={() => go(sameTime(1))}>
            {t('past.day.later')}
          </Button>
        </div>
        <p className={styles.clock}>
          <b>{times.clock(shown)}</b>
          <span>{words.age(shown, now)}</span>
        </p>
        <div className={styles.steps}>
          <Button
            icon="chevron-left"
            disabled={!before}
            aria-label={before ? `${t('past.earlierChange')}: ${named(before)}` : t('past.earlierChange')}
            onClick={() => before && go(before.at, true)}
          >
            <span className={styles.change}>
              {before ? (phone ? times.clock(before.at) : named(before)) : '–'}
            </span>
          </Button>
          <Button only icon={playing ? 'pause' : 'play'} onClick={() => setPlaying(!playing)}>
            {t(playing ? 'past.pause' : 'past.play')}
          </Button>
          <Button
            disabled={!after}
            aria-label={after ? `${t('past.laterChange')}: ${named(after)}` : t('past.laterChange')}
            onClick={() => after && go(after.at, true)}
          >
            <span className={styles.change}>
              {after ? (phone ? times.clock(after.at) : named(after)) : '–'}
            </span>
            <Icon name="chevron-right" size="small" />
          </Button>
        </div>
      </div>
      <Marks
        {...{ marks, times }}
        seen={range}
        width={phone ? 300 : 900}
        chosen={marks.find((mark) => mark.at === at)}
        choose={(mark) => go(mark.at, true)}
      />
      <div
        ref={rail}
        className={styles.rail}
        role="slider"
        tabIndex={0}
        aria-label={t('past.scrubber')}
        aria-valuemin={range.from}
        aria-valuemax={end}
        aria-valuenow={shown}
        aria-valuetext={`${times.at(shown)}, ${t('past.changes', { count })}`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setPlaying(false)
          setHeld(under(event))
        }}
        onPointerMove={(event) => held !== undefined && setHeld(under(event))}
        onPointerUp={() => {
          if (held !== undefined) go(held, true)
          setHeld(undefined)
        }}
        onPointerCancel={() => setHeld(undefined)}
      >
        <div className={styles.bars}>
          {counts.map((one, quarter) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a quarter of an hour is its place in the day
              key={quarter}
              data-before={range.from + quarter * QUARTER <= shown || undefined}
              // A quarter in which everything was told anew leaves the others in sight.
              style={{ blockSize: `${Math.sqrt(one / most) * 100}%` }}
            />
          ))}
        </div>
        <span className={styles.thumb} style={{ insetInlineStart: `${shareOf(shown)}%` }} />
      </div>
      <div className={styles.hours} aria-hidden="true">
        {ticksIn(range, phone ? 5 : 9, zone).map((tick) => (
          <span key={tick} style={{ insetInlineStart: `${shareOf(tick)}%` }}>
            {times.clock(tick)}
          </span>
        ))}
      </div>
      {choosing && (
        <MomentDialog
          {...{ at, zone, first, now }}
          onClose={() => setChoosing(false)}
          onChoose={(to) => {
            setChoosing(false)
            go(to)
          }}
        />
      )}
    </section>
  )
}
