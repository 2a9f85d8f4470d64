import type { RawValue, Reading, Words } from '#engine/widget.ts'
import { judge } from '#gateway/lib/values/value-check.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { type PropertySpec, readable, specOf } from '../../shared/property-spec.ts'
import { readRaw } from '../../shared/read.ts'

export const kind = 'textField'

export interface Options extends PropertySpec {
  most: number
  secret: boolean
  /** It never says what it holds. */
  stateless: boolean
  /** Long texts have room for lines. */
  lines: boolean
}

export type Shown = string | undefined

/** As many characters as an order may carry where nothing is said. */
const MOST = 4096
const LINES = 120

export const options = (value: Value, placed: Placed): Options => ({
  ...specOf(placed),
  value,
  most: value.lengthMax ?? MOST,
  secret: value.secret === true,
  stateless: !readable(value),
  lines: value.secret !== true && (value.lengthMax ?? 0) > LINES,
})

export const decode = (raw: RawValue | undefined): Shown =>
  raw === undefined || raw === null ? undefined : typeof raw === 'object' ? JSON.stringify(raw) : String(raw)

/** Never more characters than the device takes. */
export const encode = (value: Shown, { most }: Options): RawValue => (value ?? '').slice(0, most)

/** What keeps a text from being sent. */
export function faultOf(
  text: string,
  { value }: Options,
): { rule: 'minLength' | 'maxLength'; limit: number } | undefined {
  const [fault] = judge(text, { ...value, kind: 'text' }).faults
  return fault && { rule: fault.rule === 'short' ? 'minLength' : 'maxLength', limit: Number(fault.limit) }
}

export const read = (value: Shown, spec: Options, words: Words): Reading => readRaw(value, spec, words)
