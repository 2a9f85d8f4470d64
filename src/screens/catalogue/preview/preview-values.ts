import type { RawValue } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'

/** What a device may say: what it usually does, the ends of what it may, what no device should. */
export const MOODS = ['ordinary', 'extreme', 'hostile'] as const
export type Mood = (typeof MOODS)[number]

const MARKUP = '"><img src=x onerror=alert(1)>'

/** Values that a widget must survive: of other kinds, huge, empty, markup. Which of them, goes round by place. */
const HOSTILE: readonly RawValue[] = [
  null,
  MARKUP,
  Number.MAX_SAFE_INTEGER,
  'ä'.repeat(2000),
  -1,
  '',
  true,
  {},
  [],
]

function ordinary({ kind, min, max, step, options, on }: Value): RawValue {
  switch (kind) {
    case 'bool':
      return on ?? true
    case 'option':
      return options?.[0]?.value ?? 'on'
    case 'text':
      return 'Text'
    case 'number':
    case 'range': {
      if (min === undefined || max === undefined) return 21
      const middle = min + (max - min) * 0.6
      return step === undefined ? Math.round(middle) : min + Math.round((middle - min) / step) * step
    }
    default:
      return null
  }
}

function extreme({ kind, max, options, off }: Value): RawValue {
  switch (kind) {
    case 'bool':
      return off ?? false
    case 'option':
      return options?.at(-1)?.value ?? 'off'
    case 'text':
      return 'A very long text that a device reports at once, without a single full stop '.repeat(4)
    case 'number':
    case 'range':
      return max ?? 999_999.999
    default:
      return null
  }
}

/** What a property says in a mood. In the ordinary one, what the device really said counts first. */
export function valueIn(mood: Mood, value: Value, at: number, said?: RawValue): RawValue {
  if (mood === 'hostile') return HOSTILE[at % HOSTILE.length] ?? null
  if (mood === 'extreme') return extreme(value)
  return said ?? ordinary(value)
}
