import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { type Colour, readColour, toParts } from '../../shared/lazy/colour.ts'
import { readingOf } from '../../shared/lazy/colour-reading.ts'
import { clamp, toNumber } from '../../shared/numbers.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'

export const kind = 'rgbPanelType'

export type Shown = Colour | undefined

/** One number of the colour on the wire. */
interface Field {
  name: string
  /** From the wire to degrees or per cent: 1.4 for a hue of 0 to 255 (spec 2 §9). */
  scale: number
  min: number
  max: number
}

export interface Options extends PropertySpec {
  hue: Field
  saturation: Field
  /** Red, green and blue, for devices that take these instead. */
  parts: readonly Field[] | undefined
  decode(raw: unknown): Shown
}

type Fields = NonNullable<Value['fields']>

function fieldOf(fields: Fields, names: readonly string[], full: number): Field | undefined {
  const name = names.find((one) => Object.hasOwn(fields, one))
  if (name === undefined) return undefined
  const described = fields[name]
  const scale = toNumber(described?.scale) ?? 1
  const max = toNumber(described?.max) ?? full / scale
  return { name, scale, min: clamp(toNumber(described?.min) ?? 0, { max }), max }
}

/** How the colour stands on the wire is what its description says; without one it is degrees and per cent. */
export function options(value: Value, placed: Placed): Options {
  const fields = value.fields ?? {}
  const hue = fieldOf(fields, ['hue', 'h'], 360)
  const parts = [
    fieldOf(fields, ['red', 'r'], 255),
    fieldOf(fields, ['green', 'g'], 255),
    fieldOf(fields, ['blue', 'b'], 255),
  ].filter((part) => part !== undefined)
  const wire = {
    hue: hue ?? { name: 'hue', scale: 1, min: 0, max: 360 },
    saturation: fieldOf(fields, ['saturation', 'sat', 's'], 100) ?? {
      name: 'saturation',
      scale: 1,
      min: 0,
      max: 100,
    },
    parts: hue === undefined && parts.length === 3 ? parts : undefined,
  }
  return {
    ...specOf(placed),
    ...wire,
    decode: (raw) => readColour(raw as RawValue, wire.hue.scale, wire.saturation.scale),
  }
}

export const decode = (raw: RawValue | undefined, spec: Options): Shown => spec.decode(raw)

const wired = (shown: number, { scale, min, max }: Field): number =>
  clamp(Math.round(shown / scale), { min, max })

/** As the fields that the description names; a colour that nobody knows goes out as white. */
export function encode(value: Shown, { hue, saturation, parts }: Options): RawValue {
  const colour = value ?? { hue: 0, saturation: 0 }
  if (parts)
    return Object.fromEntries(
      toParts(colour).flatMap((part, index) => {
        const field = parts[index]
        return field ? [[field.name, wired((part / 255) * field.max * field.scale, field)]] : []
      }),
    )
  return {
    [hue.name]: wired(colour.hue, hue),
    [saturation.name]: wired(colour.saturation, saturation),
  }
}

export const read = (value: Shown, spec: Options, words: Words): Reading => readingOf(value, spec, words)
