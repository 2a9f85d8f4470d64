import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { type Colour, readColour, toHex } from '../../shared/lazy/colour.ts'
import { readingOf } from '../../shared/lazy/colour-reading.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'

export const kind = 'rgbPanelHexType'

export type Shown = Colour | undefined

export interface Options extends PropertySpec {
  decode(raw: unknown): Shown
}

export const options = (_value: Value, placed: Placed): Options => ({
  ...specOf(placed),
  decode: (raw) => readColour(raw as RawValue),
})

export const decode = (raw: RawValue | undefined): Shown => readColour(raw)

/** As #rrggbb at full brightness; a colour that nobody knows goes out as white. */
export const encode = (value: Shown): RawValue => toHex(value ?? { hue: 0, saturation: 0 })

export const read = (value: Shown, spec: Options, words: Words): Reading => readingOf(value, spec, words)
