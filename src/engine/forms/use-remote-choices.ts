import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { type BindingRoots, bindAll } from '#lib/bindings.ts'
import { valueAt } from '#lib/value-at.ts'
import type { RemoteChoices } from '#schemas/generated/definitions/remote-choices.ts'
import type { Choice } from '#ui/fields/choice-fields.tsx'
import { useSource } from '../engine.ts'

export interface RemoteChoice extends Choice {
  /** The one to begin with. */
  begin: boolean
}

interface Asked {
  /** What `params` are bound to. */
  roots?: BindingRoots
  onCome?(choices: readonly RemoteChoice[]): void
}

/** The words of times come later than the forms before sign-in. */
const DATE = { dateStyle: 'medium', timeStyle: 'short' } as const

/**
 * Choices that a call answers, in the order of their names unless told otherwise, and the way to ask for them again;
 * undefined until they have come.
 */
export function useRemoteChoices(from: RemoteChoices, { roots = {}, onCome }: Asked = {}) {
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  const source = useSource()
  const spoken = language()
  const { say } = useText()
  const [choices, setChoices] = useState<readonly RemoteChoice[] | 'failed'>()

  function labelOf(row: unknown): string {
    const given = String(valueAt(row, from.label))
    const label = from.as === undefined ? given : say(`status.${from.as}.${given}`, given)
    const found = from.note === undefined ? undefined : valueAt(row, from.note)
    if (found === undefined || found === null) return label
    const note =
      from.noteCell === 'date' ? new Date(String(found)).toLocaleString(tagOf(spoken), DATE) : String(found)
    return note === label ? label : `${label} · ${note}`
  }
  const arrived = useEffectEvent((answer: unknown) => {
    const rows = from.rows === '' ? answer : valueAt(answer, from.rows)
    if (!Array.isArray(rows)) throw new Error(`${from.operation} answers no list`)
    const list = rows.map((row: unknown) => ({
      value: String(valueAt(row, from.value)),
      label: labelOf(row),
      begin: from.begin !== undefined && valueAt(row, from.begin) === true,
    }))
    setChoices(
      from.asAnswered
        ? list
        : list.toSorted((one, other) => one.label.localeCompare(other.label, tagOf(spoken))),
    )
    onCome?.(list)
  })
  const asked = useEffectEvent((signal: AbortSignal) => {
    const { operation, fixed = {} } = from
    const row = { ...fixed, ...bindAll(from.params, roots) }
    const params = Object.fromEntries(Object.keys(row).map((name) => [name, `row.${name}`]))
    return source?.one({ operation, params }, { row }, signal)
  })

  const { operation } = from
  useEffect(() => {
    const left = new AbortController()
    // What failed is no longer said while it is asked for again.
    if (tries > 0) setChoices(undefined)
    // Names come in the language that is spoken now.
    if (source && spoken && operation)
      asked(left.signal)
        ?.then(arrived)
        .catch(() => {
          if (!left.signal.aborted) setChoices('failed')
        })
    return () => left.abort()
  }, [source, operation, spoken, tries])

  return [choices, again] as const
}
