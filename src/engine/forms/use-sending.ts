import { useState } from 'react'
import type { Messages } from './messages.ts'

/** What became of a form that was sent. */
export interface Sent {
  /** Faults by field, in words. */
  fields?: Messages
  /** What went wrong as a whole. */
  failure?: string
}

export type Send = (body: Record<string, unknown>) => Promise<Sent>

/** One form on its way: busy meanwhile, and what went wrong as a whole. */
export function useSending(onSubmit: Send) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(body: Record<string, unknown>): Promise<Sent> {
    setBusy(true)
    try {
      const sent = await onSubmit(body)
      setFailure(sent.failure)
      return sent
    } finally {
      // spec 1 §4: a failure re-enables the button.
      setBusy(false)
    }
  }

  return { busy, failure, send, forget: () => setFailure(undefined) }
}
