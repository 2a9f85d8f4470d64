import { setImmediate } from 'node:timers/promises'

/** Works through many things some at a time: between two portions, everybody else has his turn. */
export async function inPortions<T, R>(
  all: readonly T[],
  size: number,
  work: (some: readonly T[]) => R,
): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await setImmediate()
    done.push(work(all.slice(from, from + size)))
  }
  return done
}
