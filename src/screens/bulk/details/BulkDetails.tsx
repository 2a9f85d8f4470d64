import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import type { Result } from '#engine/ports.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQueryClient } from '#engine/rows.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePartWords } from '../create/part-words.ts'
import { useRoutes } from '../use-routes.ts'
import { Causes } from './Causes.tsx'
import styles from './details.module.css'
import { Progress } from './Progress.tsx'
import { type Shown, Tasks } from './Tasks.tsx'
import { useOperation } from './use-operation.ts'
import { Waves } from './Waves.tsx'

const GONE = 404
type Question = 'cancelAll' | 'delete' | 'takeBack'

/** From one operation to the one that takes it back: filter and opened rows are those of the one that is looked at. */
export function BulkDetails() {
  const { bulkId = '' } = useParams()
  return <OneOperation key={bulkId} bulkId={bulkId} />
}

/** One bulk operation: how far it is, why gateways failed, and each of them. */
function OneOperation({ bulkId }: { bulkId: string }) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const now = useNow()
  const { nameOf } = usePartWords()
  const { go } = useEngine()
  const { log, crumb, details } = useRoutes()
  const { source } = usePorts()
  const client = useQueryClient()
  const { data: operation, error, refetch } = useOperation(bulkId)
  const [shown, setShown] = useState<Shown>({ filter: 'all' })
  const [question, ask] = useState<Question>()
  const [busy, setBusy] = useState<string>()
  const isGone = (error as { status?: number } | null)?.status === GONE
  // spec 3 §2: what is gone leads back to the list.
  useEffect(() => {
    if (isGone) go?.(log, { replace: true })
  }, [isGone, go, log])

  const again = (): void => {
    for (const operation of ['readCampaign', 'listCampaignTasks', 'searchCampaigns'] as const)
      void client.invalidateQueries({ queryKey: rowsKey(operation) })
  }
  const press = async <T,>(name: string, does: () => Promise<Result<T>>): Promise<Result<T>> => {
    setBusy(name)
    const result = await does()
    setBusy(undefined)
    again()
    return result
  }
  const reset = async (code?: string): Promise<void> => {
    const result = await press('reset', () => source.call('resetTasks', { bulkId, ...(code && { code }) }))
    if (result.ok) toasts.show({ text: t('bulk.retried', { count: result.data.count }) })
  }
  const answered = async (): Promise<void> => {
    ask(undefined)
    if (question === 'cancelAll') {
      const result = await press('cancel', () => source.call('cancelCampaign', { bulkId }))
      if (result.ok) toasts.show({ text: t('bulk.canceled') })
    }
    if (question === 'delete') {
      const result = await press('delete', () => source.call('deleteCampaign', { bulkId }))
      if (!result.ok) return
      const { success } = result.data
      toasts.show(success ? { text: t('bulk.deleted') } : { text: t('bulk.notDeleted'), tone: 'danger' })
      if (success) go?.(log)
    }
    if (question === 'takeBack') {
      const result = await press('takeBack', () => source.call('takeCampaignBack', { bulkId }))
      if (result.ok) go?.(details(result.data._id))
    }
  }

  if (!operation)
    return (
      <>
        <PageHeader title={t('bulk.details.title')} crumb={crumb} />
        {error && !isGone ? (
          <ErrorState title={t('bulk.details.unread')} onRetry={() => void refetch()}>
            {failureText(error, text)}
          </ErrorState>
        ) : (
          <Skeleton height="24rem" />
        )}
      </>
    )

  const { status, taskCounters, campaignOptions, createdAt, causes = [], content } = operation
  const { failed, canceled, total } = taskCounters
  const stands = status === 'Paused' || status === 'Halted'
  const context = [
    ...(content.content_type === 'set'
      ? content.content_params.map(nameOf)
      : [t(`bulk.types.${content.content_type}`)]),
    t('bulk.details.by', {
      name: operation.userInitiated,
      at: createdAt ? words.moment(Date.parse(createdAt), now, READER) : '',
    }),
    t('bulk.details.retries', { count: campaignOptions.retryNumber }),
    t('bulk.details.count', { count: total }),
    ...(campaignOptions.window === undefined
      ? []
      : [t('bulk.details.window', { window: campaignOptions.window.replace('-', '–') })]),
  ].join(' · ')
  return (
    <div className={styles.page}>
      <PageHeader
        title={
          operation.takesBack
            ? t('bulk.details.returns', { name: operation.operation_name })
            : operation.operation_name
        }
        crumb={crumb}
        context={context}
        actions={
          <>
            {!operation.canCancel && (
              <Button icon="trash" look="danger" busy={busy === 'delete'} onClick={() => ask('delete')}>
                {t('bulk.details.delete')}
              </Button>
            )}
            {operation.canTakeBack && (
              <Button icon="undo" busy={busy === 'takeBack'} onClick={() => ask('takeBack')}>
                {t('bulk.details.takeBack')}
              </Button>
            )}
            {operation.canCancel && (
              <Button look="danger" busy={busy === 'cancel'} onClick={() => ask('cancelAll')}>
                {t('bulk.details.cancelAll')}
              </Button>
            )}
            {status === 'In Progress' && (
              <Button
                icon="pause"
                busy={busy === 'pause'}
                onClick={() => void press('pause', () => source.call('pauseCampaign', { bulkId }))}
              >
                {t('bulk.details.pause')}
              </Button>
            )}
            {stands && (
              <Button
                look="main"
                icon="play"
                busy={busy === 'resume'}
                onClick={() => void press('resume', () => source.call('resumeCampaign', { bulkId }))}
              >
                {t('bulk.details.resume')}
              </Button>
            )}
            {!stands && failed + canceled > 0 && (
              <Button look="main" icon="retry" busy={busy === 'reset'} onClick={() => void reset()}>
                {t('bulk.details.retryAll', { count: failed + canceled })}
              </Button>
            )}
          </>
        }
      />
      {status === 'Halted' && (
        <Notice tone="danger">
          {t('bulk.details.halted', { percent: campaignOptions.haltPercent ?? 0 })}
        </Notice>
      )}
      <Progress operation={operation} />
      <Waves operation={operation} />
      <Causes
        causes={causes}
        failed={failed}
        onRetry={(code) => void reset(code)}
        onShow={(code) => setShown({ filter: 'failed', code })}
      />
      <Tasks
        operation={operation}
        shown={shown}
        onShow={setShown}
        onRetry={async (taskId) => void (await press('task', () => source.call('resetTask', { taskId })))}
        onCancel={async (taskId) => void (await press('task', () => source.call('cancelTask', { taskId })))}
      />
      {question && (
        <ConfirmDialog
          title={t(`bulk.ask.${question}.title`)}
          text={t(`bulk.ask.${question}.text`)}
          yes={t(`bulk.ask.${question}.yes`)}
          destroys={question !== 'takeBack'}
          onClose={() => ask(undefined)}
          onYes={() => void answered()}
        />
      )}
    </div>
  )
}
