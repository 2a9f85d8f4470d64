import { type KeyboardEvent, useRef, useState } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Slider } from '../controls/Slider.tsx'
import { custom } from '../custom.ts'
import { missedOf, wantedOf } from '../delivery.ts'
import { UNKNOWN } from '../read.ts'
import styles from './ColourPicker.module.css'
import { type Colour, fromHex, toHex } from './colour.ts'
import { nameOf, SEND_EVERY } from './palette.ts'
import { Swatches } from './Swatches.tsx'
import { useThrottled } from './use-throttled.ts'

export type Shown = Colour | undefined

interface Options {
  decode(raw: unknown): Shown
}

const WHEEL = { min: 0, max: 359, step: 1 }
const SHARE = { min: 0, max: 100, step: 1 }

/** Picks a colour: in the tile by its hue, on the page from a panel of swatches, by hue and saturation, or typed. */
export function ColourPicker(props: WidgetProps<Shown, Options>) {
  const { label, value, options, place, disabled, reason, state, commit } = props
  const { t } = useText()
  const words = useWords()
  const wanted = wantedOf(state)
  const missed = missedOf(state)
  const { shown, editing, change, release } = useThrottled(
    wanted === undefined ? value : options.decode(wanted),
    commit,
    SEND_EVERY,
  )
  const colour = shown ?? { hue: 0, saturation: 0 }
  const name = shown ? nameOf(shown, words) : UNKNOWN
  const dot = (
    <span
      className={styles.dot}
      aria-hidden="true"
      data-phase={state.phase}
      data-unknown={shown === undefined || undefined}
      style={custom({ '--colour': toHex(colour) })}
    />
  )
  const slider = (part: 'hue' | 'saturation', text: string) => {
    const ends = part === 'hue' ? WHEEL : SHARE
    // A hue of nothing would change nothing: the first move fills the colour.
    const move = (next: number) =>
      change(
        part === 'hue'
          ? { hue: next, saturation: colour.saturation < 1 ? 100 : colour.saturation }
          : { ...colour, saturation: next },
      )
    return (
      <Slider
        label={t(`panels.colour.${part}`, { name: label })}
        value={shown && Math.round(shown[part])}
        ends={ends}
        valueText={text}
        phase={state.phase}
        track={part}
        full={toHex({ hue: colour.hue, saturation: 100 })}
        change={move}
        {...{ disabled, reason, editing, release }}
      />
    )
  }
  const hue = slider('hue', name)
  if (place === 'tile')
    return (
      <div className={styles.tile}>
        {dot}
        {hue}
      </div>
    )
  const share = `${words.number(Math.round(colour.saturation))}\u00a0%`
  return (
    <div className={styles.page} data-disabled={disabled || undefined}>
      <div className={styles.head}>
        {dot}
        <p className={styles.name}>{name}</p>
        <HexField
          label={t('panels.colour.hex', { name: label })}
          value={shown && toHex(shown)}
          disabled={disabled}
          enter={(typed) => {
            change(typed)
            release()
          }}
        />
      </div>
      <Swatches
        label={label}
        value={shown}
        missed={missed === undefined ? undefined : options.decode(missed)}
        phase={state.phase}
        {...{ disabled, reason, change, release }}
      />
      <div className={styles.fine}>
        {hue}
        {slider('saturation', shown ? share : UNKNOWN)}
      </div>
    </div>
  )
}

interface Props {
  label: string
  /** As #rrggbb; undefined while nobody knows it. */
  value: string | undefined
  disabled: boolean
  enter(colour: Colour): void
}

/** A colour to type: Enter or leaving takes it, Escape leaves it as it was. */
function HexField({ label, value, disabled, enter }: Props) {
  const [typed, setTyped] = useState<string>()
  const abandoned = useRef(false)
  const leave = () => {
    const colour = typed === undefined || abandoned.current ? undefined : fromHex(typed)
    abandoned.current = false
    setTyped(undefined)
    if (colour) enter(colour)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    abandoned.current = event.key === 'Escape'
    event.currentTarget.blur()
  }
  return (
    <input
      className={styles.hex}
      aria-label={label}
      aria-invalid={(typed !== undefined && fromHex(typed) === undefined) || undefined}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      disabled={disabled}
      value={typed ?? value?.toUpperCase() ?? '–'}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  )
}
