import type { CSSProperties } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListCount, ListCounts, ListSummary } from '#schemas/generated/definitions/screen.ts'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { failureText } from '../../failure-text.ts'
import type { Row } from '../../ports.ts'
import styles from './CountStrip.module.css'
import type { ListAddress } from './data/use-list-address.ts'
import { narrowed } from './Summary.tsx'
import { useFigures } from './use-figures.ts'

interface Props {
  counts: ListCounts
  summary: ListSummary
  /** Of the screen. */
  words: string
  resource: Resource
  address: Pick<ListAddress, 'search' | 'filters' | 'change'>
  /** The list itself could not be loaded, says so, and asks for both again. */
  told: boolean
}

const numberAt = (figures: unknown, name: string): number => Number((figures as Row | undefined)?.[name] ?? 0)

/** How many there are of which kind of what search and all other filters leave; each is a filter, their shares a bar. */
export default function CountStrip({ counts, summary, words, resource, address, told }: Props) {
  const text = useText()
  const { say, t } = text
  const { number } = useWords()
  const { filter, figures: place, on, parts } = counts
  const { [filter]: chosen, ...others } = address.filters
  const asked = narrowed(resource, { search: address.search, filters: others })
  const { row, error, refetch } = useFigures({ ...summary, asked, changes: on })
  const figures = row?.[place]
  const of = ({ value, of: some = [value] }: ListCount): number =>
    some.reduce((sum, one) => sum + numberAt(figures, one), 0)
  const all = parts.reduce((sum, part) => sum + of(part), 0)
  const note = (part: ListCount): string =>
    part.of === undefined
      ? `${number(all === 0 ? 0 : (of(part) * 100) / all, 1)}\u202f%`
      : part.of
          .map((one) => [one, numberAt(figures, one)] as const)
          .filter(([, count]) => count > 0)
          .map(([one, count]) => say(`${words}.counts.of.${one}`, one, { count: number(count) }))
          .join(', ')
  if (error && !told) return <NotKnown onRetry={refetch}>{failureText(error, text)}</NotKnown>
  return (
    <ul
      className={styles.strip}
      style={{ '--parts': parts.length } as CSSProperties}
      aria-label={t('engine.list.filters')}
    >
      {parts.map((part) => (
        <li key={part.value} data-tone={part.tone}>
          <button
            type="button"
            aria-pressed={chosen === part.value}
            onClick={() => address.change({ filters: { [filter]: chosen === part.value ? '' : part.value } })}
          >
            <span className={styles.label}>
              <i aria-hidden="true" />
              {say(`${words}.counts.${part.value}`, part.value)}
            </span>
            {figures ? (
              <span
                className={styles.figure}
                title={note(part)}
                data-sum={part.of !== undefined || undefined}
              >
                <b>{number(of(part))}</b> <small>{note(part)}</small>
              </span>
            ) : error ? (
              <span className={styles.figure}>
                <b>–</b>
              </span>
            ) : (
              <Skeleton width="72px" />
            )}
          </button>
        </li>
      ))}
      <li className={styles.shares} aria-hidden="true">
        {figures !== undefined &&
          parts.map((part) => (
            <i
              key={part.value}
              data-tone={part.tone}
              style={{ flexGrow: of(part) }}
              hidden={of(part) === 0}
            />
          ))}
      </li>
    </ul>
  )
}
