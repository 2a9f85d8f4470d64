import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Filter } from '#schemas/generated/definitions/screen.ts'
import { CheckboxField, Select } from '#ui/fields/choice-fields.tsx'
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
  const { t, say } = useText()
  const { number } = useWords()
  const counted = (field: string, value: string, label: string): string => {
    const count = countOf?.(field, value)
    return count === undefined ? label : t('engine.list.counted', { label, count: number(count) })
  }
  return filters.map(({ field, values, words = field }) => {
    const label = say(`fields.${resource}.${field}`)
    const value = address.filters[field] ?? ''
    const choose = (next: string): void => address.change({ filters: { [field]: next } })
    const [only, ...others] = values ?? []
    if (only !== undefined && others.length === 0)
      return (
        <div key={field} className={styles.tick}>
          <CheckboxField label={label} value={value === only} onChange={(on) => choose(on ? only : '')} />
        </div>
      )
    const choices = (values ?? occurring(field)).map((one) => ({
      value: one,
      label: counted(field, one, say(`status.${words}.${one}`, one)),
    }))
    return (
      <Select
        key={field}
        size="dense"
        aria-label={label}
        value={value}
        choices={[
          { value: '', label: t('engine.list.filter', { label, value: t('engine.list.all') }) },
          ...choices,
        ]}
        onChange={choose}
      />
    )
  })
}
