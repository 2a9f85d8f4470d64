import { createContext } from 'react'

interface Source {
  listen(wake: () => void): () => void
  /** Whether there is something to show already: what has nothing yet stays awake until it has. */
  known(): boolean
}

/** What listens within a tile: it sleeps while nobody can see the tile, and looks again once it is seen. */
export class Sight {
  #seen: boolean
  readonly #turns = new Set<() => void>()

  constructor(seen: boolean) {
    this.#seen = seen
  }

  listen(source: Source, wake: () => void): () => void {
    let end: (() => void) | undefined
    const sleep = (): void => {
      end?.()
      end = undefined
    }
    const asleep = (): boolean => !this.#seen && source.known()
    const heard = (): void => {
      wake()
      if (asleep()) sleep()
    }
    const turn = (): void => {
      if (asleep()) return sleep()
      end ??= source.listen(heard)
    }
    const look = (): void => {
      turn()
      wake()
    }
    turn()
    this.#turns.add(look)
    return () => {
      this.#turns.delete(look)
      sleep()
    }
  }

  turn(seen: boolean): void {
    if (seen === this.#seen) return
    this.#seen = seen
    for (const look of this.#turns) look()
  }
}

/** Of the tile around it; an object that stays, so that what comes into sight is drawn anew only where it changed. */
export const SightContext = createContext<Sight | undefined>(undefined)
