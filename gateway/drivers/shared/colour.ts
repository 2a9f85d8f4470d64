import { isFields } from './fields.ts'

/** A colour of a state message as #rrggbb at full brightness: it comes as x and y, or as hue and saturation. */
export function hexOf(colour: unknown): string | undefined {
  if (!isFields(colour)) return undefined
  const { x, y, hue, saturation, hex } = colour
  if (within(x, 0, 1) && within(y, 0.0001, 1)) return hexOfXy(x, y)
  if (within(hue, 0, 360) && within(saturation, 0, 100)) return hexOfHs(hue, saturation)
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

/** How far two colours lie apart, 0 to 1: the furthest of their parts. */
export function distance(a: string, b: string): number {
  const part = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return Math.max(...[1, 3, 5].map((at) => Math.abs(part(a, at) - part(b, at)))) / 255
}
