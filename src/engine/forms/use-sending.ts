import { useState } from 'react'
import type { Messages } from './messages.ts'

/** What became of a form that was sent: taken, or not, and then what was entered stays, whoever says why. */
export type Sent = Taken | NotTaken

interface Taken {
  stays?: never
  fields?: never
  failure?: never
}

interface NotTaken {
  stays: true
  /** Faults by field, in words. */
  fields?: Messages
  /** What went wrong as a whole. */
  failure?: string
}

export type Send = (body: Record<string, unknown>) => Promise<Sent>

/** A fault of what the form does not show would be told nowhere: above all fields it is told with what else is wrong. */
function placed({ fields, failure, ...sent }: NotTaken, shows: (field: string) => boolean): NotTaken {
  const faults = Object.entries(fields ?? {})
  const shown = faults.filter(([field]) => shows(field))
  const elsewhere = faults.filter(([field]) => !shows(field)).map(([, words]) => words)
  const above = [...new Set([...(failure === undefined ? [] : [failure]), ...elsewhere])]
  return {
    ...sent,
    ...(shown.length > 0 && { fields: Object.fromEntries(shown) }),
    ...(above.length > 0 && { failure: above.join(' ') }),
  }
}

/** One form on its way: busy meanwhile, what went wrong as a whole, and a button that rests for a while after its use. */
export function useSending(onSubmit: Send, shows: (field: string) => boolean, rest = 0) {
  const [busy, setBusy] = useState(false)
  const [resting, setResting] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(body: Record<string, unknown>): Promise<Sent> {
    setBusy(true)
    if (rest > 0) {
      setResting(true)
      setTimeout(() => setResting(false), rest)
    }
    try {
      const answer = await onSubmit(body)
      const sent = answer.stays ? placed(answer, shows) : answer
      setFailure(sent.failure)
      return sent
    } finally {
      // spec 1 §4: a failure re-enables the button.
      setBusy(false)
    }
  }

  return { busy, resting, failure, send, forget: () => setFailure(undefined) }
}
