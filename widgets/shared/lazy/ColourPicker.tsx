import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Slider } from '../controls/Slider.tsx'
import { custom } from '../custom.ts'
import { missedOf, wantedOf } from '../delivery.ts'
import { UNKNOWN } from '../read.ts'
import styles from './ColourPicker.module.css'
import { type Colour, toHex } from './colour.ts'
import { HexField } from './HexField.tsx'
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
