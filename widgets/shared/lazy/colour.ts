import type { RawValue } from '#engine/widget.ts'
import { clamp, toNumber } from '../numbers.ts'

/** A colour at full brightness: how bright it shines is set elsewhere. */
export interface Colour {
  /** Degrees, 0 to 360. */
  hue: number
  /** Per cent. */
  saturation: number
}

type Parts = readonly [red: number, green: number, blue: number]

const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i

/** What somebody typed or a device reports: #f6d551, f6d551 or #fd5; undefined when it is no colour. */
export function fromHex(text: string): Colour | undefined {
  const digits = HEX.exec(text.trim())?.[1]
  if (digits === undefined) return undefined
  const whole = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(whole.slice(at, at + 2), 16))
  return fromParts([red ?? 0, green ?? 0, blue ?? 0])
}

/** Red, green and blue of any size: only how they compare counts. */
export function fromParts(parts: Parts): Colour {
  const [red, green, blue] = parts
  const most = Math.max(...parts)
  const span = most - Math.min(...parts)
  if (span <= 0 || most <= 0) return { hue: 0, saturation: 0 }
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  return { hue: (sixth * 60 + 360) % 360, saturation: (span / most) * 100 }
}

/** Red, green and blue, 0 to 255, the strongest of them full. */
export function toParts({ hue, saturation }: Colour): Parts {
  const part = (shift: number): number => {
    const at = (shift + hue / 60) % 6
    return Math.round(255 * (1 - (saturation / 100) * clamp(Math.min(at, 4 - at), { min: 0, max: 1 })))
  }
  return [part(5), part(3), part(1)]
}

export const toHex = (colour: Colour): string =>
  `#${toParts(colour)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`

/** White of a temperature in kelvin, as a lamp of that temperature looks on a screen. */
export function fromKelvin(kelvin: number): Colour {
  const t = kelvin / 100
  const limited = (part: number) => clamp(part, { min: 0, max: 255 })
  // Fit of the Planckian locus by T. Helland; below 1900 K there is no blue.
  return fromParts([
    t <= 66 ? 255 : limited(329.7 * (t - 60) ** -0.1332),
    t <= 66 ? limited(99.47 * Math.log(t) - 161.12) : limited(288.12 * (t - 60) ** -0.0755),
    t >= 66 ? 255 : t <= 19 ? 0 : limited(138.52 * Math.log(t - 10) - 305.04),
  ])
}

/** How far two colours lie apart, 0 to 1: the furthest of their parts. */
export function distance(a: Colour, b: Colour): number {
  const [one, other] = [toParts(a), toParts(b)]
  return Math.max(...one.map((part, index) => Math.abs(part - (other[index] ?? 0)))) / 255
}

const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** A field of what came, under any of its names, as a number. */
function field(raw: Readonly<Record<string, unknown>>, ...names: readonly string[]): number | undefined {
  const name = names.find((one) => Object.hasOwn(raw, one))
  return name === undefined ? undefined : toNumber(raw[name])
}

/** A colour in any of the ways in which gateways write it; `hueScale` turns a hue of the wire into degrees. */
export function readColour(raw: RawValue | undefined, hueScale = 1, saturationScale = 1): Colour | undefined {
  if (typeof raw === 'string') return fromHex(raw)
  if (!isRecord(raw)) return undefined
  const hue = field(raw, 'hue', 'h')
  const saturation = field(raw, 'saturation', 'sat', 's')
  if (hue !== undefined && saturation !== undefined)
    return {
      hue: (((hue * hueScale) % 360) + 360) % 360,
      saturation: clamp(saturation * saturationScale, { min: 0, max: 100 }),
    }
  const parts = [field(raw, 'red', 'r'), field(raw, 'green', 'g'), field(raw, 'blue', 'b')]
  const [red, green, blue] = parts.map((part) => part && clamp(part, { min: 0, max: 255 }))
  if (red !== undefined && green !== undefined && blue !== undefined) return fromParts([red, green, blue])
  return typeof raw.hex === 'string' ? fromHex(raw.hex) : undefined
}
