import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListCounts, ListSummary } from '#schemas/generated/definitions/screen.ts'
import type { Row } from '../../ports.ts'
import type { ListAddress } from './data/use-list-address.ts'
import { useFigures } from './use-figures.ts'

interface Props {
  summary: ListSummary
  words: string
  /** What the list is narrowed to by search and filters, as its call names it. */
  asked: Row
  /** The strip of the list: what it counts is the same here, and changes with it. */
  counts?: ListCounts | undefined
}

/** What search and filters of a list are in its call; nothing while it shows everything. */
export function narrowed(
  { from }: Resource,
  { search, filters }: Pick<ListAddress, 'search' | 'filters'>,
): Row {
  if (!('operation' in from)) return {}
  const { query = {}, fixed = {} } = from
  const said = { ...filters, ...(query.search && search ? { [query.search]: search } : {}) }
  return Object.keys(said).length === 0 ? {} : { ...fixed, ...said }
}

/** Figures of what the list shows, in a sentence beside the count. */
export function Summary({ summary, words, asked, counts }: Props) {
  const { say } = useText()
  const { number } = useWords()
  const { row } = useFigures({ ...summary, asked, changes: counts?.on })
  if (!row) return null
  const counted = { ...row, ...(counts && (row[counts.figures] as Row | undefined)) }
  const figures = Object.entries(counted).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, number(value)] as const] : [],
  )
  return <> · {say(`${words}.summary`, '', Object.fromEntries(figures))}</>
}
