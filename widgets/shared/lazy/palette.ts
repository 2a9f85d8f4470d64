import panel from '#catalogue/widgets/colour-panel.json'
import type { Words } from '#engine/widget.ts'
import { capital } from '../words.ts'
import { type Colour, distance, fromKelvin } from './colour.ts'

/** Milliseconds between two orders while a finger is down (spec 2 §9, the delay of the colour widget). */
export const SEND_EVERY = panel.sendEvery

export interface Swatch {
  colour: Colour
  /** Kelvin, where it is a white. */
  white?: number
}

/** Row by row: paler to full colours, then whites from warm to cold (spec 2 §9: 6 rows by 15 columns). */
export const swatches: readonly (readonly Swatch[])[] = [
  ...panel.saturations.map((saturation) => panel.hues.map((hue) => ({ colour: { hue, saturation } }))),
  panel.whites.map((white) => ({ colour: fromKelvin(white), white })),
]

export const COLUMNS = panel.hues.length

/** Closer than that a colour is the one of its swatch. */
const SAME = 0.06

/** The swatch nearest to a colour, as its number in rows; `exact` when they look alike. */
export function nearest(colour: Colour): { at: number; exact: boolean } {
  const away = swatches.flat().map((swatch) => distance(swatch.colour, colour))
  const least = Math.min(...away)
  return { at: away.indexOf(least), exact: least <= SAME }
}

const PALE = 55
const WHITE = 12
/** What lamps call warm and cold, kelvin. */
const WARM = 3300
const COLD = 5300

const white = (kelvin: number): string =>
  kelvin <= WARM ? 'warmWhite' : kelvin < COLD ? 'neutralWhite' : 'coldWhite'

function hueAt(hue: number): number {
  const away = panel.hues.map((one) => Math.min(Math.abs(one - hue), 360 - Math.abs(one - hue)))
  return panel.hues[away.indexOf(Math.min(...away))] ?? 0
}

/** A colour as people would call it: "Orange", "Orange, pale", "Warm white". */
export function nameOf(colour: Colour, words: Words): string {
  const found = nearest(colour)
  const { white: kelvin } = swatches.flat()[found.at] ?? {}
  if (kelvin !== undefined && (found.exact || colour.saturation < WHITE))
    return words.say(`panels.colour.${white(kelvin)}`, `${kelvin}\u00a0K`)
  if (colour.saturation < WHITE) return words.say('panels.colour.neutralWhite', 'white')
  const hue = words.say(`panels.colour.hues.${hueAt(colour.hue)}`, `${Math.round(colour.hue)}°`)
  return colour.saturation < PALE
    ? `${capital(hue)}, ${words.say('panels.colour.pale', 'pale')}`
    : capital(hue)
}

/** A swatch by its own name, so that no two are called alike. */
export const swatchName = ({ colour, white: kelvin }: Swatch, words: Words): string =>
  kelvin === undefined
    ? `${capital(words.say(`panels.colour.hues.${colour.hue}`, `${colour.hue}°`))} ${colour.saturation}\u00a0%`
    : `${words.say(`panels.colour.${white(kelvin)}`, '')} ${kelvin}\u00a0K`.trim()
