import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import type { Refused } from '#engine/ports.ts'
import { type Text, useText } from '#i18n/useText.ts'
import type { Line } from './registrations-csv.ts'

/** Where a line stands. A refusal has the server's reason; one that had no answer is still to be registered, and says so. */
export interface Registration extends Line {
  state: 'new' | 'busy' | 'registered' | 'refused'
  reason?: string | undefined
}

/** A part that the server does not take is named, with what it may be: a line has no fields to say it at. */
function reasonOf(refused: Refused, text: Text): string {
  const [fault] = refused.code === 'VALIDATION' ? (refused.fields ?? []) : []
  return (fault && text.say(`registering.faults.${fault.field}`)) || failureText(refused, text)
}

/** Lines that are to be registered: each by itself, one after the other; what is refused says why, and the others go on. */
export function useRegistering() {
  const { source } = usePorts()
  const text = useText()
  const [lines, setLines] = useState<readonly Registration[]>([])
  const [busy, setBusy] = useState(false)

  const set = (line: number, change: Partial<Registration>): void =>
    setLines((all) => all.map((one) => (one.line === line ? { ...one, ...change } : one)))

  /** Behind those that are there; a serial number that is there already takes the place of the line before it. */
  function put(added: readonly Line[]): void {
    setLines((all) => {
      const numbers = new Set(added.filter(({ fault }) => !fault).map(({ serialNumber }) => serialNumber))
      const kept = all.filter(
        ({ serialNumber, state }) => state === 'registered' || !numbers.has(serialNumber),
      )
      const last = Math.max(0, ...kept.map(({ line }) => line))
      return [...kept, ...added.map((one, at) => ({ ...one, line: last + at + 1, state: 'new' as const }))]
    })
  }

  async function begin(): Promise<void> {
    if (busy) return
    setBusy(true)
    for (const { line, state, fault, serialNumber, model, secureId, name } of lines) {
      if (state !== 'new' || fault) continue
      set(line, { state: 'busy', reason: undefined })
      const result = await source.call(
        'registerGateway',
        // Field by field: what is told of the line, e.g. that nobody answered before, is not the gateway's.
        { serialNumber, model, secureId, name: name || undefined },
        { told: ['other'] },
      )
      if (result.ok) {
        set(line, { state: 'registered', licenceKey: result.data.licenceKey })
        continue
      }
      // What never arrived has no status, or 0.
      const noAnswer = !result.status
      set(line, { state: noAnswer ? 'new' : 'refused', reason: reasonOf(result, text) })
      // Nobody would answer of the others either: all of them are still offered.
      if (noAnswer) break
    }
    setBusy(false)
  }

  return { lines, put, begin, busy }
}
