import type { NetworkKind } from '#gateway/core/network-driver.ts'
import type { Device } from '#schemas/generated/entities/device.ts'

/** Who could join a virtual home: the models of the catalogue. */
export interface Newcomers {
  /** A device fresh from its box; undefined when there is no such model. */
  make(wish: { id: string; model: string; network: NetworkKind; name?: string }): Device | undefined
  /** Models that somebody may have at hand. */
  models(network: NetworkKind): readonly string[]
}

export type Fate = 'joins' | 'restarts' | 'fails' | 'taken' | 'unknown' | 'silent'

/**
 * What becomes of a virtual device that is told by what stands on it: the end of the id decides, so that everything that
 * can go wrong can be tried in the demo.
 */
const FATES: readonly (readonly [RegExp, Fate])[] = [
  [/b007$/i, 'restarts'],
  [/fa11$/i, 'fails'],
  [/0705$/, 'taken'],
  [/0bad$/i, 'unknown'],
  [/dead$/i, 'silent'],
]

export const fateOf = (id: string): Fate => FATES.find(([end]) => end.test(id))?.[1] ?? 'joins'
