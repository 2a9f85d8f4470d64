import { coerce } from '#gateway/lib/value-kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import type { Wire } from './ports.ts'

/** What a value has to be; a property's description and definitions/value.json both are. */
export type Described = Pick<
  Value,
  | 'min'
  | 'max'
  | 'options'
  | 'presets'
  | 'on'
  | 'off'
  | 'toggle'
  | 'fields'
  | 'item'
  | 'lengthMin'
  | 'lengthMax'
> & { kind: Value['kind'] }

export type Checked = { ok: true; value: Wire } | { ok: false; message: string }

export const describedBy = (property: Property): Described => ({ ...property, kind: property.type })

const fits = (value: Wire): Checked => ({ ok: true, value })
const fails = (message: string): Checked => ({ ok: false, message })

/** What a device reports, in its declared kind (spec 2 §3); undefined when it can't be meant. Ranges are not looked at: a report is what is. */
export const reported = (value: unknown, described: Described): Wire | undefined =>
  coerce(described, value) as Wire | undefined

/** What may be sent to a device: of its kind, within range, options and lengths. */
export function check(value: unknown, described: Described): Checked {
  switch (described.kind) {
    case 'object':
      return object(value, described)
    case 'list':
      return list(value, described)
    case 'color':
      return color(value)
    default:
      return plain(value, described)
  }
}

function plain(value: unknown, described: Described): Checked {
  const { kind, min, max, lengthMin = 0, lengthMax = 4096, options = [], presets = [], toggle } = described
  const named = presets.find((preset) => preset.value === value)?.value
  if (named !== undefined) return fits(named)
  if (kind === 'bool' && toggle !== undefined && value === toggle) return fits(toggle)
  const coerced = reported(value, described)
  if (coerced === undefined || coerced === null) return fails(`is not of the kind ${kind}`)
  if (typeof coerced === 'number' && min !== undefined && coerced < min) return fails(`is below ${min}`)
  if (typeof coerced === 'number' && max !== undefined && coerced > max) return fails(`is above ${max}`)
  if (kind === 'option' && !options.some((one) => one.value === coerced))
    return fails('is not among the options')
  if (
    kind === 'text' &&
    typeof coerced === 'string' &&
    (coerced.length < lengthMin || coerced.length > lengthMax)
  )
    return fails(`is not ${lengthMin} to ${lengthMax} characters long`)
  return fits(coerced)
}

/** Colours travel as #rrggbb, or as the numbers of another colour space: { hue, saturation }, { x, y }. */
function color(value: unknown): Checked {
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return fits(value.toLowerCase())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fails('is not a colour')
  const parts = Object.entries(value)
  const numbers = parts.every(([name, part]) => /^[a-z]{1,12}$/.test(name) && Number.isFinite(part))
  return parts.length > 0 && parts.length <= 4 && numbers
    ? fits(Object.fromEntries(parts))
    : fails('is not a colour')
}

function object(value: unknown, { fields = {} }: Described): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fails('is not an object')
  const out: Record<string, Wire> = {}
  for (const [name, part] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) return fails(`can have no field ${name.slice(0, 40)}`)
    const checked = part === null ? fits(null) : check(part, field)
    if (!checked.ok) return fails(`${name} ${checked.message}`)
    out[name] = checked.value
  }
  return fits(out)
}

function list(value: unknown, { item, lengthMin = 0, lengthMax = 1000 }: Described): Checked {
  if (!Array.isArray(value)) return fails('is not a list')
  if (value.length < lengthMin || value.length > lengthMax)
    return fails(`has not ${lengthMin} to ${lengthMax} entries`)
  const out: Wire[] = []
  for (const part of value) {
    const checked = item ? check(part, item) : fits(part as Wire)
    if (!checked.ok) return fails(`has an entry that ${checked.message}`)
    out.push(checked.value)
  }
  return fits(out)
}
