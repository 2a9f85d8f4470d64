import { useState } from 'react'
import { LinkedCell } from '#engine/cells/LinkedCell.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePartWords } from '../create/part-words.ts'
import styles from './details.module.css'

const LOOK: Readonly<Record<BulkTask['taskOptions']['status'], { icon: IconName; tone: Tone }>> = {
  waiting: { icon: 'clock', tone: 'plain' },
  offline: { icon: 'offline', tone: 'plain' },
  window: { icon: 'clock', tone: 'plain' },
  running: { icon: 'refresh', tone: 'info' },
  successful: { icon: 'check', tone: 'ok' },
  failed: { icon: 'alert', tone: 'danger' },
  canceled: { icon: 'ban', tone: 'off' },
}
const COLUMNS = 7
const GATEWAY = { goto: 'gate_statistic', params: { sn: 'row.device' } } as const

interface Props {
  task: BulkTask
  content: BulkContent
  open: boolean
  onOpen(): void
  onRetry(): Promise<void>
  onCancel(): Promise<void>
}

/** One gateway; opened, what it said and what can be done. */
export function TaskRow({ task, content, open, onOpen, onRetry, onCancel }: Props) {
  const { t, say } = useText()
  const words = useWords()
  const now = useNow()
  const { nameOf } = usePartWords()
  const [busy, setBusy] = useState(false)
  const {
    device,
    deviceName = device,
    taskOptions,
    errorFeedback,
    says,
    timeOfTaskStart,
    took,
    isFinished,
  } = task
  const { status } = taskOptions
  const { icon, tone } = LOOK[status]
  const happened =
    status === 'successful'
      ? says && t(`bulk.says.${says}`)
      : task.opensAt !== undefined
        ? t('bulk.details.opens', { at: words.moment(Date.parse(task.opensAt), now, READER) })
        : errorFeedback && say(`bulk.causes.${errorFeedback.code}.title`, errorFeedback.code)
  const canRetry = status === 'failed' || status === 'canceled'
  const press = async (does: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await does()
    setBusy(false)
  }
  // spec 3 §4: of a task that has nothing to say yet, that is said.
  const tell = (): void => {
    if (errorFeedback || isFinished) onOpen()
    else toasts.show({ text: t('bulk.noInformation') })
  }
  return (
    <>
      <tr data-open={open || undefined}>
        <th scope="row" data-column="gateway">
          <LinkedCell cell="text" field="deviceName" value={deviceName} row={{ ...task }} link={GATEWAY} />
          {deviceName !== device && <code>{device}</code>}
        </th>
        <td data-column="result">
          <Tag tone={tone} icon={icon}>
            {t(`bulk.results.${status}`)}
          </Tag>
        </td>
        <td data-column="happened">{happened}</td>
        <td data-column="tries">{words.number(task.triedCounter)}</td>
        <td data-column="started">
          {timeOfTaskStart === undefined ? '–' : words.moment(Date.parse(timeOfTaskStart), now, READER)}
        </td>
        <td data-column="took">{took === undefined ? '–' : `${words.number(took / 1000, 1)} s`}</td>
        <td data-column="does">
          {canRetry && (
            <Button size="dense" busy={busy} onClick={() => void press(onRetry)}>
              {t('bulk.details.retry')}
            </Button>
          )}
          {!isFinished && (
            <Button size="dense" busy={busy} onClick={() => void press(onCancel)}>
              {t('bulk.details.cancel')}
            </Button>
          )}
          <Button
            only
            size="dense"
            look="quiet"
            icon={open ? 'chevron-up' : 'chevron-down'}
            aria-expanded={open}
            onClick={tell}
          >
            {t('bulk.details.more', { name: deviceName })}
          </Button>
        </td>
      </tr>
      {open && (
        <tr data-feedback>
          <td colSpan={COLUMNS}>
            <dl className={styles.feedback}>
              {errorFeedback ? (
                <>
                  <div>
                    <dt>{t('bulk.feedback.message')}</dt>
                    <dd>
                      {errorFeedback.customMsg ??
                        say(`bulk.causes.${errorFeedback.code}.title`, errorFeedback.defautlMsg)}
                    </dd>
                  </div>
                  <div>
                    <dt>{t('bulk.feedback.at')}</dt>
                    <dd>
                      {t('bulk.feedback.try', {
                        at: words.instant(Date.parse(errorFeedback.timeOfFail)),
                        count: task.triedCounter,
                      })}
                    </dd>
                  </div>
                  <div>
                    <dt>{t('bulk.feedback.remedy')}</dt>
                    <dd>{say(`bulk.causes.${errorFeedback.code}.text`)}</dd>
                  </div>
                </>
              ) : (
                <div>
                  <dt>{t('bulk.feedback.ended')}</dt>
                  <dd>
                    {task.taskFinishedTimestamp !== undefined &&
                      words.instant(Date.parse(task.taskFinishedTimestamp))}
                  </dd>
                </div>
              )}
              {task.parts?.map(({ says: what, code }, at) => {
                const part = content.content_params[at]
                return (
                  part && (
                    <div key={JSON.stringify(part)}>
                      <dt>{nameOf(part)}</dt>
                      <dd>
                        {code === undefined
                          ? what && t(`bulk.says.${what}`)
                          : say(`bulk.causes.${code}.title`, code)}
                      </dd>
                    </div>
                  )
                )
              })}
            </dl>
          </td>
        </tr>
      )}
    </>
  )
}
