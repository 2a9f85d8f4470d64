import { useEffect, useEffectEvent } from 'react'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { saidIn } from './said.ts'
import styles from './studio.module.css'
import { useCrumb } from './use-crumb.ts'

const KEY = rowsKey('catalogueProblems', {})

/** What is wrong in the files of the catalogue just now, file by file, each with its line and what sets it right. */
export function Faults({ screen }: BlockProps) {
  const text = useText()
  const { t } = text
  const crumb = useCrumb(screen)
  const { source } = usePorts()
  const resource = useEngine().definitions.resource('catalogueProblem')
  const client = useQueryClient()
  const found = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => source.load('catalogueProblems', {}, signal),
  })
  const again = useEffectEvent(() => void client.invalidateQueries({ queryKey: KEY }))
  useEffect(() => resource && source.watch(resource, again), [source, resource])
  const files = Map.groupBy(found.data?.problems ?? [], ({ file }) => file)
  return (
    <>
      <PageHeader
        title={text.say('screens.catalogue_faults.title')}
        {...(crumb && { crumb })}
        context={t('catalogue.faultsText')}
      />
      {found.isPending && <Skeleton height="12rem" />}
      {found.isError && (
        <ErrorState title={t('catalogue.faultsFailed')} onRetry={() => void found.refetch()}>
          {failureText(found.error, text)}
        </ErrorState>
      )}
      {found.data && files.size === 0 && (
        <EmptyState icon="check" tone="ok" title={t('catalogue.noFaults')}>
          {t('catalogue.noFaultsText')}
        </EmptyState>
      )}
      {[...files].map(([file, problems]) => (
        <Card key={file} title={file}>
          <ul className={styles.faults}>
            {problems.map((problem) => (
              <li key={`${problem.line}:${problem.column}:${JSON.stringify(problem.says)}`}>
                <code>
                  {problem.line}:{problem.column}
                </code>
                <span>{saidIn(problem, text)}</span>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}
