import { useEffect, useState } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { Figure } from '../../shared/controls/Figure.tsx'
import { busy, missedOf, wantedOf } from '../../shared/delivery.ts'
import { capital } from '../../shared/words.ts'
import styles from './CountdownTimer.module.css'
import { brief, clock, decode, leftAfter, type Options, read, type Shown, typedTime } from './value.ts'

/** Seconds left now: devices report seldom, so the time between two reports is counted here. */
function useLeft(reported: Shown, still: boolean): Shown {
  const [passed, setPassed] = useState({ of: reported, seconds: 0 })
  const runs = reported !== undefined && reported > 0 && !still
  useEffect(() => {
    if (!runs) return
    const from = Date.now()
    const ticking = setInterval(() => setPassed({ of: reported, seconds: (Date.now() - from) / 1000 }), 1000)
    return () => clearInterval(ticking)
  }, [reported, runs])
  if (reported === undefined || still) return reported
  return leftAfter(reported, passed.of === reported ? passed.seconds : 0)
}

/** So many times fit side by side in a tile. */
const IN_TILE = 3

/** Time that runs out: what is left and a way to stop it, or times to start it with. */
export function CountdownTimer(props: WidgetProps<Shown, Options>) {
  const { label, value, options, place, disabled, reason, state, commit } = props
  const { t } = useText()
  const words = useWords()
  const wanted = wantedOf(state)
  const asked = wanted === undefined ? value : decode(wanted, options)
  // An order on its way is not running yet.
  const left = useLeft(asked, wanted !== undefined)
  const reading = read(left, options, words)
  if (place === 'head') return <Figure reading={reading} place={place} />

  const runs = left !== undefined && left > 0
  const presets = place === 'tile' ? spread(options.presets, IN_TILE) : options.presets
  return (
    <fieldset
      className={styles.timer}
      aria-label={label}
      aria-busy={busy(state) || undefined}
      data-place={place}
      data-phase={state.phase}
      data-missed={missedOf(state) !== undefined || undefined}
      data-disabled={disabled || undefined}
      title={reason}
    >
      {(runs || place === 'page') && (
        <p className={styles.left} role="timer" aria-label={label}>
          <Icon name="clock" />
          <span>{place === 'page' ? capital(reading.text) : reading.text}</span>
        </p>
      )}
      {runs ? (
        <button
          type="button"
          className={styles.stop}
          aria-label={t('panels.timer.stopNamed', { name: label })}
          disabled={disabled}
          onClick={() => commit(0)}
        >
          <Icon name="stop" />
          {t('panels.timer.stop')}
        </button>
      ) : (
        <div className={styles.starts}>
          {presets.map((seconds) => (
            <button
              key={seconds}
              type="button"
              aria-label={t('panels.timer.startNamed', { name: label, time: brief(seconds, words) })}
              disabled={disabled}
              onClick={() => commit(seconds)}
            >
              {brief(seconds, words)}
            </button>
          ))}
        </div>
      )}
      {place === 'page' && !runs && (
        <Custom label={label} longest={options.longest} disabled={disabled} start={commit} />
      )}
    </fieldset>
  )
}

/** First, last and what lies evenly between. */
function spread(all: readonly number[], most: number): readonly number[] {
  if (all.length <= most) return all
  const step = (all.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => all[Math.round(index * step)] ?? 0)
}

interface CustomProps {
  label: string
  longest: number
  disabled: boolean
  start(seconds: number): void
}

/** A time of one's own: typed as minutes and seconds. */
function Custom({ label, longest, disabled, start }: CustomProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const seconds = typedTime(typed)
  const wrong = typed !== '' && (seconds === undefined || seconds === 0 || seconds > longest)
  return (
    <form
      className={styles.custom}
      onSubmit={(event) => {
        event.preventDefault()
        if (seconds === undefined || wrong) return
        start(seconds)
        setTyped('')
      }}
    >
      <input
        aria-label={t('panels.timer.ownNamed', { name: label })}
        aria-invalid={wrong || undefined}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('panels.timer.own')}
        maxLength={8}
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" disabled={disabled || typed === '' || wrong}>
        {t('panels.timer.start')}
      </button>
      {wrong && (
        <span className={styles.wrong} role="status">
          {t('panels.timer.wrong', { longest: clock(longest) })}
        </span>
      )}
    </form>
  )
}
