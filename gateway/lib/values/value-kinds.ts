import type { Value, ValueKind } from '#schemas/generated/definitions/value.ts'

export type Plain = string | number | boolean
export type Compare = 'EQ' | 'GT' | 'LT'

const COMPARES: Readonly<Record<ValueKind, readonly Compare[]>> = {
  text: ['EQ', 'LT', 'GT'],
  number: ['EQ', 'LT', 'GT'],
  range: ['EQ', 'LT', 'GT'],
  bool: ['EQ'],
  option: ['EQ'],
  color: [],
  object: [],
  list: [],
}

/** spec 2 §5: how a rule may compare a value of this kind; none means that it can't trigger. */
export const comparesOf = (kind: ValueKind): readonly Compare[] => COMPARES[kind]

/** Two values of one kind; texts compare as numbers when both are numbers. */
export function compare(op: Compare, kind: ValueKind, left: Plain, right: Plain): boolean {
  if (!comparesOf(kind).includes(op)) return false
  const [a, b] =
    numeric(left) && numeric(right) ? [Number(left), Number(right)] : [String(left), String(right)]
  if (op === 'EQ') return a === b
  return op === 'LT' ? a < b : a > b
}

const numeric = (value: Plain): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

type Described = Pick<Value, 'on' | 'off' | 'options'> & { kind: ValueKind }

/**
 * A value from the wire in its declared kind: "12" for a number is accepted (decisions); null while unknown.
 * Undefined when it can't be meant.
 */
export function coerce(described: Described, raw: unknown): unknown {
  if (raw === null || raw === undefined) return null
  switch (described.kind) {
    case 'number':
    case 'range':
      return asNumber(raw)
    case 'bool':
      return asBool(described, raw)
    case 'option':
      return asOption(described, raw)
    case 'text':
      return isPlain(raw) ? String(raw) : undefined
    case 'color':
      return isPlain(raw) || typeof raw === 'object' ? raw : undefined
    case 'object':
      return typeof raw === 'object' && !Array.isArray(raw) ? raw : undefined
    case 'list':
      return Array.isArray(raw) ? raw : undefined
  }
}

const isPlain = (raw: unknown): raw is Plain =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'

function asNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const YES: ReadonlySet<string> = new Set(['true', '1', 'on', 'yes'])
const NO: ReadonlySet<string> = new Set(['false', '0', 'off', 'no'])

function asBool({ on = true, off = false }: Described, raw: unknown): Plain | undefined {
  if (raw === on) return on
  if (raw === off) return off
  // Lists and objects are none of these words, and may not even be read as text.
  if (!isPlain(raw)) return undefined
  const word = String(raw).toLowerCase()
  if (word === String(on).toLowerCase()) return on
  if (word === String(off).toLowerCase()) return off
  if (YES.has(word)) return on
  return NO.has(word) ? off : undefined
}

function asOption({ options = [] }: Described, raw: unknown): Plain | undefined {
  if (!isPlain(raw)) return undefined
  // A device may report an option that its description lacks.
  return (
    options.find(({ value }) => value === raw)?.value ??
    options.find(({ value }) => String(value) === String(raw))?.value ??
    raw
  )
}

/** Whether a value says that its device shines, heats, is open, has detected something: the opposite of `off` or nought. */
export function isOn(described: Pick<Value, 'on' | 'off'>, raw: unknown): boolean {
  if (raw === null || raw === undefined) return false
  if (described.on !== undefined) return raw === described.on
  if (described.off !== undefined) return raw !== described.off
  return raw === true || (typeof raw === 'number' && raw > 0)
}

export const readable = ({ access }: Pick<Value, 'access'>): boolean =>
  access.includes('read') || access.includes('get') || access.includes('event')

/** A transient event is never a state: something happens, and nothing of it lasts. */
export const isMoment = (described: { access?: readonly string[] } | undefined): boolean =>
  described?.access?.includes('event') === true && !described.access.includes('read')

/** Whether its values may hold for a while. Nothing that happens does: an event, or what a button says between two rests. */
export const isLasting = ({ access, rest }: Pick<Value, 'access' | 'rest'>): boolean =>
  access.includes('read') && !access.includes('event') && rest === undefined

export const writable = ({ access }: Pick<Value, 'access'>): boolean => access.includes('write')
