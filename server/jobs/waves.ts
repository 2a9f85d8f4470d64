import type { NewTask } from '../store/fleet/job-rows.ts'

interface Wanted {
  devices: readonly string[]
  canaries: readonly string[]
  /** Per cent of the others, rising. */
  waves: readonly number[]
}

/** Which gateway comes in which wave: canaries first, then so many per cent of the others; a wave of nobody is none. */
export function wavesOf({ devices, canaries, waves }: Wanted): readonly (readonly string[])[] {
  const chosen = new Set(canaries)
  const first = devices.filter((one) => chosen.has(one))
  const others = devices.filter((one) => !chosen.has(one))
  const ends = [...waves.filter((percent) => percent < 100), 100]
    .toSorted((a, b) => a - b)
    .map((percent) => Math.ceil((others.length * percent) / 100))
  const slices = ends.map((end, at) => others.slice(ends[at - 1] ?? 0, end))
  return [first, ...slices].filter((wave) => wave.length > 0)
}

export const tasksOf = (
  waves: readonly (readonly string[])[],
  newId: () => string,
  result?: (subject: string) => unknown,
): NewTask[] =>
  waves.flatMap((wave, at) =>
    wave.map((subject) => ({ id: newId(), subject, wave: at, ...(result && { result: result(subject) }) })),
  )
