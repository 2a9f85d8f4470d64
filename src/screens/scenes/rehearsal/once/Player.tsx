import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import type { Axis } from './axis.ts'
import { clockOf } from './clock-of.ts'
import styles from './once.module.css'

/** Ms of ours for each shortest width of the axis, and for the whole at least and at most. */
const EACH = 1200
const AT_LEAST = 2500
const AT_MOST = 12_000

interface Props {
  axis: Axis
  /** 0 to 1. */
  place: number
  onPlace(place: number): void
}

/** Plays a run through, faster than it would be: the head moves evenly over what is drawn. */
export function Player({ axis, place, onPlace }: Props) {
  const { t } = useText()
  const [plays, setPlays] = useState(false)
  const takes = Math.min(AT_MOST, Math.max(AT_LEAST, axis.width * EACH))

  const goOn = useEffectEvent((by: number) => {
    const next = Math.min(1, place + by / takes)
    onPlace(next)
    if (next >= 1) setPlays(false)
  })
  useEffect(() => {
    if (!plays) return
    let last: number | undefined
    let asked = requestAnimationFrame(function frame(now) {
      goOn(last === undefined ? 0 : now - last)
      last = now
      asked = requestAnimationFrame(frame)
    })
    return () => cancelAnimationFrame(asked)
  }, [plays])

  return (
    <div className={styles.player}>
      <Button
        icon={plays ? 'pause' : 'play'}
        size="dense"
        onClick={() => {
          if (!plays && place >= 1) onPlace(0)
          setPlays(!plays)
        }}
      >
        {t(plays ? 'rehearsal.once.pause' : 'rehearsal.once.play')}
      </Button>
      <Button
        icon="undo"
        size="dense"
        only
        disabled={place === 0}
        onClick={() => {
          setPlays(false)
          onPlace(0)
        }}
      >
        {t('rehearsal.once.restart')}
      </Button>
      {axis.end > 0 && (
        <output className={styles.clock} aria-live="off">
          {clockOf(Math.min(axis.end, axis.moment(place)))} / {clockOf(axis.end)}
        </output>
      )}
    </div>
  )
}
