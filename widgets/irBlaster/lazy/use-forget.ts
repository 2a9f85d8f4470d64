import { useState } from 'react'
import type { RawValue } from '#engine/widget.ts'
import type { PropertySpec } from '../../shared/property-spec.ts'

export interface Forget {
  /** Whether keys that are pressed lose their codes. */
  on: boolean
  turn(on: boolean): void
  press(command: number): void
  /** The key that lost its code last. */
  last: number | undefined
  /** Gives it its code back. */
  undo(): void
}

const ascending = (a: number, b: number): number => a - b

/** Forgetting codes that the gateway keeps; undefined where the device keeps them itself. */
export function useForget(
  learned: PropertySpec | undefined,
  learnt: ReadonlySet<number> | undefined,
  commit: (spec: PropertySpec, value: RawValue) => void,
): Forget | undefined {
  const [on, turn] = useState(false)
  const [last, setLast] = useState<number>()
  if (!learned || !learnt || !(learned.value.access ?? []).includes('write')) return undefined
  const keep = (keys: Iterable<number>): void => commit(learned, [...new Set(keys)].sort(ascending))
  return {
    on,
    turn,
    last: last !== undefined && learnt.has(last) ? undefined : last,
    press(command) {
      setLast(command)
      keep([...learnt].filter((key) => key !== command))
    },
    undo() {
      if (last !== undefined) keep([...learnt, last])
    },
  }
}
