import { isFields } from './fields.ts'

/** A colour of a state message as #rrggbb at full brightness: it comes as x and y, or as hue and saturation. */
export function hexOf(colour: unknown): string | undefined {
  if (!isFields(colour)) return undefined
  const { x, y, r, g, b, hex } = colour
  const { hue = colour.h, saturation = colour.s } = colour
  if (within(x, 0, 1) && within(y, 0.0001, 1)) return hexOfXy(x, y)
  if (within(hue, 0, 360) && within(saturation, 0, 100)) return hexOfHs(hue, saturation)
  if (within(r, 0, 255) && within(g, 0, 255) && within(b, 0, 255))
    return hexOfParts([r, g, b].map((part) => part / 255))
  return typeof hex === 'string' && /^#[0-9a-f]{6}$/i.test(hex) ? hex.toLowerCase() : undefined
}

const within = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to

/** CIE 1931 chromaticity to sRGB (D65), scaled so that the strongest part is full. */
function hexOfXy(x: number, y: number): string {
  const X = x / y
  const Z = (1 - x - y) / y
  const linear = [
    3.2404542 * X - 1.5371385 - 0.4985314 * Z,
    -0.969266 * X + 1.8760108 + 0.041556 * Z,
    0.0556434 * X - 0.2040259 + 1.0572252 * Z,
  ].map((part) => Math.max(0, part))
  const strongest = Math.max(...linear, Number.MIN_VALUE)
  return hexOfParts(linear.map((part) => gamma(part / strongest)))
}

const gamma = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055

/** Hue in degrees, saturation in percent. */
function hexOfHs(hue: number, saturation: number): string {
  const part = (shift: number): number => {
    const k = (shift + hue / 60) % 6
    return 1 - (saturation / 100) * Math.max(0, Math.min(k, 4 - k, 1))
  }
  return hexOfParts([part(5), part(3), part(1)])
}

const hexOfParts = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Ways in which a colour travels besides #rrggbb. */
export type Colour = 'xy' | 'hs' | 'rgb'

/** A colour in another way of writing it. */
export const colourOf = (hex: string, as: Colour): Readonly<Record<string, number>> =>
  as === 'xy' ? xyOf(hex) : as === 'hs' ? hsOf(hex) : rgbOf(hex)

export function rgbOf(hex: string): { r: number; g: number; b: number } {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return { r: part(1), g: part(3), b: part(5) }
}

/** Hue in degrees, saturation in percent; brightness is an order of its own. */
export function hsOf(hex: string): { h: number; s: number } {
  const { r, g, b } = rgbOf(hex)
  const most = Math.max(r, g, b)
  const span = most - Math.min(r, g, b)
  if (span === 0) return { h: 0, s: 0 }
  const sixth = most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4
  return { h: rounded(sixth * 60, 2), s: rounded((span / most) * 100, 2) }
}

/** sRGB (D65) to CIE 1931 chromaticity; black has that of white. */
export function xyOf(hex: string): { x: number; y: number } {
  const { r, g, b } = rgbOf(hex)
  const [red, green, blue] = [r, g, b].map((part) => linear(part / 255)) as [number, number, number]
  const X = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
  const Y = 0.2126729 * red + 0.7151522 * green + 0.072175 * blue
  const Z = 0.0193339 * red + 0.119192 * green + 0.9503041 * blue
  const sum = X + Y + Z
  return sum === 0 ? { x: 0.3127, y: 0.329 } : { x: rounded(X / sum, 4), y: rounded(Y / sum, 4) }
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/** How far two colours lie apart, 0 to 1: the furthest of their parts. */
export function distance(a: string, b: string): number {
  const part = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return Math.max(...[1, 3, 5].map((at) => Math.abs(part(a, at) - part(b, at)))) / 255
}
