import type { Value } from '#schemas/generated/definitions/value.ts'
import { coerce } from './value-kinds.ts'

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

/** Plain values as they travel. */
type Plain = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown }

export interface ValueFault {
  /** Fields and places in lists that lead to it; empty for the value itself. */
  path: readonly (string | number)[]
  rule: 'kind' | 'below' | 'above' | 'option' | 'short' | 'long' | 'few' | 'many' | 'field' | 'colour'
  limit?: number | string
}

export interface Judged {
  /** The value in its declared kinds; only to be used where there is no fault. */
  value: Plain
  faults: readonly ValueFault[]
}

const LONGEST_TEXT = 4096
const LONGEST_LIST = 1000

const fits = (value: Plain): Judged => ({ value, faults: [] })
const fails = (rule: ValueFault['rule'], limit?: ValueFault['limit']): Judged => ({
  value: null,
  faults: [{ path: [], rule, ...(limit !== undefined && { limit }) }],
})

/** Everything that keeps a value from being sent: not of its kind, out of range, options or lengths. One truth for gateway and forms. */
export function judge(value: unknown, described: Described): Judged {
  switch (described.kind) {
    case 'object':
      return object(value, described)
    case 'list':
      return list(value, described)
    case 'color':
      return colour(value)
    default:
      return plain(value, described)
  }
}

function plain(value: unknown, described: Described): Judged {
  const { kind, min, max, options = [], presets = [], toggle } = described
  const named = presets.find((preset) => preset.value === value)?.value
  if (named !== undefined) return fits(named)
  if (kind === 'bool' && toggle !== undefined && value === toggle) return fits(toggle)
  const meant = coerce(described, value) as Plain | undefined
  if (meant === undefined || meant === null) return fails('kind', kind)
  if (typeof meant === 'number' && min !== undefined && meant < min) return fails('below', min)
  if (typeof meant === 'number' && max !== undefined && meant > max) return fails('above', max)
  if (kind === 'option' && !options.some((one) => one.value === meant)) return fails('option')
  return kind === 'text' && typeof meant === 'string' ? text(meant, described) : fits(meant)
}

function text(value: string, { lengthMin = 0, lengthMax = LONGEST_TEXT }: Described): Judged {
  if (value.length < lengthMin) return fails('short', lengthMin)
  return value.length > lengthMax ? fails('long', lengthMax) : fits(value)
}

/** Colours travel as #rrggbb, or as the numbers of another colour space: { hue, saturation }, { x, y }. */
function colour(value: unknown): Judged {
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return fits(value.toLowerCase())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fails('colour')
  const parts = Object.entries(value)
  const numbers = parts.every(([name, part]) => /^[a-z]{1,12}$/.test(name) && Number.isFinite(part))
  return parts.length > 0 && parts.length <= 4 && numbers ? fits(Object.fromEntries(parts)) : fails('colour')
}

const under = (step: string | number, faults: readonly ValueFault[]): readonly ValueFault[] =>
  faults.map((fault) => ({ ...fault, path: [step, ...fault.path] }))

function object(value: unknown, { fields = {} }: Described): Judged {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fails('kind', 'object')
  const out: [string, Plain][] = []
  const faults: ValueFault[] = []
  for (const [name, part] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) {
      faults.push(...fails('field', name.slice(0, 40)).faults)
      continue
    }
    // A field that nobody has filled in is said to be unknown, not left out.
    const judged = part === null ? fits(null) : judge(part, field)
    out.push([name, judged.value])
    faults.push(...under(name, judged.faults))
  }
  return { value: Object.fromEntries(out), faults }
}

function list(value: unknown, { item, lengthMin = 0, lengthMax = LONGEST_LIST }: Described): Judged {
  if (!Array.isArray(value)) return fails('kind', 'list')
  if (value.length < lengthMin) return fails('few', lengthMin)
  if (value.length > lengthMax) return fails('many', lengthMax)
  const judged = value.map((part) => (item ? judge(part, item) : fits(part as Plain)))
  return {
    value: judged.map((one) => one.value),
    faults: judged.flatMap(({ faults }, index) => under(index, faults)),
  }
}
