import { useState } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { Pager } from '#engine/Pager.tsx'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { isMember } from '#lib/is-member.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import { Button } from '#ui/Button.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from './details.module.css'
import { TaskRow } from './TaskRow.tsx'
import { TasksFile } from './TasksFile.tsx'

const FILTERS = ['all', 'successful', 'failed', 'canceled'] as const
type Filter = (typeof FILTERS)[number]

export interface Shown {
  filter: Filter
  code?: string
}

interface Props {
  operation: BulkOperation
  shown: Shown
  onShow(shown: Shown): void
  onRetry(task: string): Promise<void>
  onCancel(task: string): Promise<void>
}

/** Every gateway of the operation: what came of it, and what can be done about it. */
export function Tasks({ operation, shown, onShow, onRetry, onCancel }: Props) {
  const text = useText()
  const { t, say } = text
  const words = useWords()
  const { source } = usePorts()
  const { definitions } = useEngine()
  const size = numberLimit(definitions, 'bulkTaskPageSize')
  const [search, setSearch] = useState('')
  const [at, setAt] = useState({ page: 1, of: '' })
  const [open, setOpen] = useState<string>()
  const { _id: bulkId, taskCounters } = operation
  const { filter, code } = shown
  const of = JSON.stringify([filter, code, search])
  const page = at.of === of ? at.page : 1
  const asked = {
    bulkId,
    filterBy: filter,
    limit: size,
    page,
    ...(code && { code }),
    ...(search && { searchText: search }),
  }
  const tasks = useQuery({
    queryKey: rowsKey('listCampaignTasks', asked),
    queryFn: ({ signal }) => source.load('listCampaignTasks', asked, signal),
    placeholderData: (before) => before,
  })
  const count = { all: taskCounters.total, ...taskCounters }
  const total = tasks.data?.count ?? 0
  const rows = tasks.data?.data ?? []

  return (
    <section className={styles.tasks} aria-label={t('bulk.details.gateways')}>
      <div className={styles.tools}>
        <Segments
          label={t('bulk.details.filter')}
          segments={FILTERS.map((id) => ({
            id,
            label: `${t(`bulk.filters.${id}`)} ${words.number(count[id])}`,
          }))}
          value={filter}
          onChange={(id) => isMember(FILTERS, id) && onShow({ filter: id })}
        />
        <SearchField label={t('bulk.details.search')} value={search} onChange={setSearch} />
        {!tasks.isError && !(tasks.isSuccess && total === 0) && (
          <TasksFile operation={operation} ready={tasks.isSuccess} asked={asked} />
        )}
      </div>
      {code && (
        <p className={styles.narrowed}>
          <Tag tone="primary">{say(`bulk.causes.${code}.title`, code)}</Tag>
          <Button size="dense" look="quiet" icon="close" onClick={() => onShow({ filter })}>
            {t('bulk.details.showAll')}
          </Button>
        </p>
      )}
      {tasks.isError ? (
        <ErrorState bare title={t('bulk.details.failed')} onRetry={() => void tasks.refetch()}>
          {failureText(tasks.error, text)}
        </ErrorState>
      ) : tasks.isPending ? (
        <Skeleton height="20rem" />
      ) : rows.length === 0 ? (
        <EmptyState bare icon="gateway" title={t('bulk.details.none')} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {(['gateway', 'result', 'happened', 'tries', 'started', 'took'] as const).map((name) => (
                <th key={name} scope="col" data-column={name}>
                  {t(`bulk.columns.${name}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((task) => (
              <TaskRow
                key={task._id}
                task={task}
                content={operation.content}
                open={open === task._id}
                onOpen={() => setOpen(open === task._id ? undefined : task._id)}
                onRetry={() => onRetry(task._id)}
                onCancel={() => onCancel(task._id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pager
        {...{ page, size, total }}
        className={styles.pager}
        onPage={(next) => setAt({ page: next, of })}
      />
    </section>
  )
}
