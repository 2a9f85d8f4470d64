import { createContext } from 'react'
import type { Form } from '#schemas/generated/definitions/form.ts'

/** What every part of one form shares. */
export interface Shared {
  form: Form
  large: boolean
  /** Ids of fields that were changed after the last attempt: their fault is no longer true. */
  changed: ReadonlySet<string>
}

export const SharedContext = createContext<Shared>({
  form: { schema: '', groups: [] },
  large: false,
  changed: new Set(),
})
