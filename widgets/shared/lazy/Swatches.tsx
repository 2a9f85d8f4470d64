import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Delivery } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { custom } from '../custom.ts'
import { clamp } from '../numbers.ts'
import { type Colour, toHex } from './colour.ts'
import { COLUMNS, nearest, swatches, swatchName } from './palette.ts'
import styles from './Swatches.module.css'

interface Props {
  label: string
  value: Colour | undefined
  /** What was wanted and did not come true. */
  missed: Colour | undefined
  phase: Delivery['phase']
  disabled: boolean
  reason: string | undefined
  change(colour: Colour): void
  release(): void
}

const all = swatches.flat()
const ROWS = swatches.length

/** Steps of the arrow keys as [rows, columns] of the panel as it lies at a desk. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
}

/** The panel lies on its side on a phone: its rows are columns there. */
const turned = (panel: HTMLElement): boolean => getComputedStyle(panel).gridAutoFlow.startsWith('column')

/** The swatch that a key leads to; undefined for keys that mean nothing here. */
function byKey(key: string, at: number, onSide: boolean): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return all.length - 1
  const step = Object.hasOwn(ARROWS, key) ? ARROWS[key] : undefined
  if (!step) return undefined
  const [down, right] = onSide ? [step[1], step[0]] : step
  const row = clamp(Math.floor(at / COLUMNS) + down, { min: 0, max: ROWS - 1 })
  const column = clamp((at % COLUMNS) + right, { min: 0, max: COLUMNS - 1 })
  return row * COLUMNS + column
}

/** The swatch under a finger. */
function under(panel: HTMLElement, { clientX, clientY }: PointerEvent): number | undefined {
  const box = panel.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return undefined
  const across = clamp((clientX - box.left) / box.width, { min: 0, max: 0.999 })
  const along = clamp((clientY - box.top) / box.height, { min: 0, max: 0.999 })
  const [row, column] = turned(panel) ? [across, along] : [along, across]
  return Math.floor(row * ROWS) * COLUMNS + Math.floor(column * COLUMNS)
}

/** Six rows of fifteen colours: tap one, draw over them, or go there by the arrow keys. */
export function Swatches({ label, value, missed, phase, disabled, reason, change, release }: Props) {
  const words = useWords()
  const panel = useRef<HTMLFieldSetElement>(null)
  const dragging = useRef<{ at?: number }>(undefined)
  const current = value && nearest(value)
  const failed = missed && nearest(missed).at
  const [focused, setFocused] = useState<number>()
  const entry = focused ?? current?.at ?? 0

  const choose = (at: number | undefined) => {
    const swatch = at === undefined ? undefined : all[at]
    if (swatch) change(swatch.colour)
  }
  const follow = (event: PointerEvent) => {
    const at = panel.current && under(panel.current, event)
    if (!dragging.current || at === undefined || at === null || dragging.current.at === at) return
    dragging.current.at = at
    choose(at)
  }
  const press = (event: PointerEvent) => {
    if (disabled || event.button !== 0) return
    dragging.current = {}
    // A finger that scrolls the page begins like one that picks: only what follows tells them apart.
    if (event.pointerType === 'touch') return
    panel.current?.setPointerCapture?.(event.pointerId)
    follow(event)
  }
  const drop = (event: PointerEvent) => {
    if (!dragging.current) return
    follow(event)
    dragging.current = undefined
    release()
  }
  const key = (event: KeyboardEvent) => {
    if (disabled || !panel.current) return
    const next = byKey(event.key, entry, turned(panel.current))
    if (next !== undefined) {
      event.preventDefault()
      setFocused(next)
      panel.current.querySelectorAll('button')[next]?.focus()
    }
  }

  return (
    <fieldset
      ref={panel}
      className={styles.panel}
      aria-label={label}
      aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-disabled={disabled || undefined}
      title={reason}
      style={custom({ '--rows': String(ROWS), '--columns': String(COLUMNS) })}
      onPointerDown={press}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={() => {
        dragging.current = undefined
        release()
      }}
      onKeyDown={key}
    >
      {all.map((swatch, at) => (
        <button
          key={swatchName(swatch, words)}
          type="button"
          className={styles.swatch}
          tabIndex={at === entry ? 0 : -1}
          aria-label={swatchName(swatch, words)}
          aria-pressed={current?.exact === true && current.at === at}
          data-missed={failed === at || undefined}
          disabled={disabled}
          style={custom({ '--colour': toHex(swatch.colour) })}
          onFocus={() => setFocused(at)}
          onBlur={() => setFocused(undefined)}
          onClick={(event) => {
            // Pointers have chosen already; what is left are keys and readers.
            if (event.detail !== 0) return
            choose(at)
            release()
          }}
        />
      ))}
    </fieldset>
  )
}
