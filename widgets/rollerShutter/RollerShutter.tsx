import { useEffect, useRef, useState } from 'react'
import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Figure } from '../shared/controls/Figure.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { AxisSlider } from './AxisSlider.tsx'
import { Keys } from './Keys.tsx'
import { MiniWindow } from './MiniWindow.tsx'
import styles from './RollerShutter.module.css'
import { ShutterWindow } from './ShutterWindow.tsx'
import { type Axis, type Options, positionOf, read, standingOf, wireOf } from './value.ts'

/** Motors tell where they are every second or two; one that says nothing for longer has stopped. */
const STEP = 4000
/** So long a motor may take to tell of its first step. */
const START = 6000
const ENDS: ReadonlySet<number | undefined> = new Set([0, 100])

/**
 * Whether the shutter travels: from the order until its position no longer changes. The order itself is confirmed long
 * before, and who moves it by the switch at the wall gives none.
 */
function useTravel(open: number | undefined, target: number | undefined): boolean {
  const [travels, setTravels] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const before = useRef(open)

  const travelFor = useRef((ms: number): void => {
    clearTimeout(timer.current)
    setTravels(ms > 0)
    if (ms > 0) timer.current = setTimeout(() => setTravels(false), ms)
  })
  useEffect(() => {
    if (target !== undefined && target !== before.current) travelFor.current(START)
  }, [target])
  useEffect(() => {
    const was = before.current
    before.current = open
    // The first value that is known is no step.
    if (was !== undefined && was !== open) travelFor.current(ENDS.has(open) ? 0 : STEP)
  }, [open])
  useEffect(() => () => clearTimeout(timer.current), [])
  return travels
}

/** A shutter: in the tile a small window and three keys, on the page the window to drag, its position and its slats. */
export function RollerShutter(props: PanelProps<Options>) {
  const { label, values, states, options, place, disabled, reason, commit } = props
  const { t } = useText()
  const words = useWords()
  const { position, tilt, orders, inverted } = options
  const standing = standingOf(values, states, options)
  const travels = useTravel(standing.open, standing.target)
  const { shown, editing, change, flush } = useDraft(standing.target ?? standing.open, (open) => {
    if (position && open !== undefined) commit(position, wireOf(open, position, inverted))
  })

  const send = (order: 'open' | 'stop' | 'close') => {
    const word = orders?.[order]
    if (orders && word !== undefined) commit(orders, word)
    else if (position && order !== 'stop')
      commit(position, wireOf(order === 'open' ? position.max : position.min, position, inverted))
  }
  const keys = (
    <Keys
      label={label}
      moving={standing.moving || travels}
      stoppable={orders?.stop !== undefined}
      disabled={disabled || (!orders && !position?.settable)}
      reason={reason}
      named={place === 'page'}
      send={send}
    />
  )
  if (place === 'head') return <Figure reading={read(values, options, words)} place={place} />
  if (place === 'tile')
    return (
      <div className={styles.tile}>
        <MiniWindow open={standing.open} />
        {keys}
      </div>
    )

  const settable = position?.settable === true && !disabled
  const percent = (open: number | undefined) => (open === undefined ? '–' : `${words.number(open, 0)}\u00a0%`)
  const target = editing ? shown : standing.target
  const slatsOf = (axis: Axis) => positionOf(values.get(axis.key), axis)
  return (
    <div className={styles.page}>
      <div className={styles.view}>
        <p className={styles.figure}>
          <span>{standing.open === undefined ? '–' : words.number(standing.open, 0)}</span>
          <small>{t('widgets.shutter.percentOpen')}</small>
        </p>
        <ShutterWindow
          label={t('widgets.shutter.position', { name: label })}
          open={standing.open}
          target={target === standing.open ? undefined : target}
          targetText={target === undefined ? '' : t('widgets.shutter.goingTo', { position: percent(target) })}
          valueText={t('widgets.shutter.open', { position: percent(standing.open) })}
          disabled={!settable}
          reason={reason}
          change={change}
          release={flush}
        />
      </div>
      <div className={styles.settings}>
        {keys}
        {position && (
          <AxisSlider
            name={t('widgets.shutter.positionName')}
            unit="%"
            axis={{ ...position, min: 0, max: 100 }}
            value={standing.open}
            state={states.get(position.key)}
            decode={(raw) => positionOf(raw, position, inverted)}
            commit={(open) => commit(position, wireOf(open, position, inverted))}
            disabled={!settable}
            reason={reason}
          />
        )}
        {tilt && (
          <AxisSlider
            name={t('widgets.shutter.tilt')}
            unit={tilt.value.unit ?? '%'}
            axis={tilt}
            value={slatsOf(tilt)}
            state={states.get(tilt.key)}
            decode={(raw) => positionOf(raw, tilt)}
            commit={(angle) => commit(tilt, wireOf(angle, tilt))}
            disabled={disabled || !tilt.settable}
            reason={reason}
          />
        )}
      </div>
    </div>
  )
}
