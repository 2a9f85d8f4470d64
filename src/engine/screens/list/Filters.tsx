import { Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { RemoteChoices } from '#schemas/generated/definitions/remote-choices.ts'
import type { Filter } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField, type Choice, Select } from '#ui/fields/choice-fields.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { usePhone } from '#ui/use-phone.ts'
import { isOutOfReach } from '../../conditions/forbidden.ts'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'
import { useRemoteChoices } from '../../forms/use-remote-choices.ts'
import type { ListData } from './data/list-data.ts'
import type { ListAddress } from './data/use-list-address.ts'
import styles from './list.module.css'

interface Props {
  filters: readonly Filter[]
  resource: string
  address: Pick<ListAddress, 'filters' | 'change'>
  occurring: ListData['occurring']
  countOf?: ListData['countOf']
}

/** A list per filter; one that can only be on or off is a box to tick. */
export function Filters({ filters, resource, address, occurring, countOf }: Props) {
  const { say, t } = useText()
  const { number } = useWords()
  const { situation } = useEngine()
  const phone = usePhone()
  const counted = (field: string, value: string, label: string): string => {
    const count = countOf?.(field, value)
    return count === undefined ? label : t('engine.list.counted', { label, count: number(count) })
  }
  return filters.map(({ field, values, choices, when, words, look }) => {
    if (!holds(when, situation)) return null
    const label = say(`fields.${resource}.${field}`)
    const value = address.filters[field] ?? ''
    const choose = (next: string): void => address.change({ filters: { [field]: next } })
    if (choices) {
      if (isOutOfReach({ operations: [choices.operation] }, situation)) return null
      const named = ({ value: one, label: called }: Choice): string =>
        words === undefined ? called : say(`status.${words}.${one}`, called)
      return (
        <RemoteFilter
          key={field}
          from={choices}
          label={label}
          value={value}
          named={named}
          onChoose={choose}
        />
      )
    }
    const [only, ...others] = values ?? []
    if (only !== undefined && others.length === 0)
      return (
        <div key={field} className={styles.tick}>
          <CheckboxField label={label} value={value === only} onChange={(on) => choose(on ? only : '')} />
        </div>
      )
    const found = values ?? occurring(field)
    // Nothing to choose from is no filter; what an address names stays in it, to be taken away.
    if (found.length === 0 && value === '') return null
    const those = found.map((one) => ({
      value: one,
      label: counted(field, one, say(`status.${words ?? field}.${one}`, one)),
    }))
    const One = look === 'segments' && !phone ? FilterSegments : FilterSelect
    return <One key={field} label={label} value={value} choices={those} onChoose={choose} />
  })
}

interface OneFilter {
  label: string
  value: string
  onChoose(value: string): void
}

function FilterSelect({ label, value, choices, onChoose }: OneFilter & { choices: readonly Choice[] }) {
  const { t } = useText()
  return (
    <Select
      size="dense"
      aria-label={label}
      value={value}
      choices={[
        { value: '', label: t('engine.list.filter', { label, value: t('engine.list.all') }) },
        ...choices,
      ]}
      onChange={onChoose}
    />
  )
}

/** Comes with the first list that has some. */
const Segments = lazy(async () => ({ default: (await import('#ui/menu/Segments.tsx')).Segments }))
const EVERY = 'all'

function FilterSegments({ label, value, choices, onChoose }: OneFilter & { choices: readonly Choice[] }) {
  const { t } = useText()
  const segments = choices.map((one) => ({ id: one.value, label: one.label }))
  return (
    <Suspense>
      <Segments
        label={label}
        value={value || EVERY}
        segments={[{ id: EVERY, label: t('engine.list.allRows') }, ...segments]}
        onChange={(id) => onChoose(id === EVERY ? '' : id)}
      />
    </Suspense>
  )
}

type Remote = OneFilter & { from: RemoteChoices; named(choice: Choice): string }

function RemoteFilter({ from, value, named, ...rest }: Remote) {
  const { t } = useText()
  const [come, again] = useRemoteChoices(from)
  const choices = Array.isArray(come) ? come : []
  // A filter that is not there is one that nobody misses.
  if (come === 'failed' && value === '')
    return (
      <Button size="dense" look="quiet" icon="refresh" title={t('shell.retry')} onClick={again}>
        {t('engine.list.filterFailed', { label: rest.label })}
      </Button>
    )
  if (choices.length === 0 && value === '') return null
  const unknown = value !== '' && !choices.some((one) => one.value === value)
  return (
    <FilterSelect
      {...rest}
      value={value}
      choices={(unknown ? [...choices, { value, label: value }] : choices).map((one) => ({
        ...one,
        label: named(one),
      }))}
    />
  )
}
