import { createContext } from 'react'

/** What every part of one form shares. */
export interface Shared {
  large: boolean
  /** Ids of fields that were changed after the last attempt: their fault is no longer true. */
  changed: ReadonlySet<string>
}

export const SharedContext = createContext<Shared>({
  large: false,
  changed: new Set(),
})
