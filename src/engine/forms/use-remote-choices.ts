import { useEffect, useEffectEvent, useState } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { valueAt } from '#lib/value-at.ts'
import type { RemoteChoices } from '#schemas/generated/definitions/remote-choices.ts'
import type { Choice } from '#ui/fields/choice-fields.tsx'
import { useSource } from '../engine.ts'

export interface RemoteChoice extends Choice {
  /** The one to begin with. */
  begin: boolean
}

/** Choices that a call answers, in the order of their names; undefined until they have come. */
export function useRemoteChoices(
  from: RemoteChoices,
  onCome: (choices: readonly RemoteChoice[]) => void = ignored,
) {
  const source = useSource()
  const spoken = language()
  const [choices, setChoices] = useState<readonly RemoteChoice[] | 'failed'>()

  const arrived = useEffectEvent((answer: unknown) => {
    const rows = from.rows === '' ? answer : valueAt(answer, from.rows)
    if (!Array.isArray(rows)) throw new Error(`${from.operation} answers no list`)
    const list = rows.map((row: unknown) => ({
      value: String(valueAt(row, from.value)),
      label: String(valueAt(row, from.label)),
      begin: from.begin !== undefined && valueAt(row, from.begin) === true,
    }))
    setChoices(list.toSorted((one, other) => one.label.localeCompare(other.label, tagOf(spoken))))
    onCome(list)
  })
  const asked = useEffectEvent((signal: AbortSignal) => {
    const { operation, fixed = {} } = from
    const params = Object.fromEntries(Object.keys(fixed).map((name) => [name, `row.${name}`]))
    return source?.one({ operation, params }, { row: fixed }, signal)
  })

  const { operation } = from
  useEffect(() => {
    const left = new AbortController()
    // Names come in the language that is spoken now.
    if (source && spoken && operation)
      asked(left.signal)
        ?.then(arrived)
        .catch(() => {
          if (!left.signal.aborted) setChoices('failed')
        })
    return () => left.abort()
  }, [source, operation, spoken])

  return choices
}

function ignored(): void {}
