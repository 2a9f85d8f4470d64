import { useReducer, useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { StatusCalendar } from '#schemas/generated/entities/status-calendar.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { NumberField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { calendarsKey, useStatusCalendars } from '../../statuses/use-status-calendars.ts'
import styles from '../calls.module.css'

interface Props {
  /** Of the status, as people read it. */
  name: string
  resourceId: string
  onClose(): void
}

/** The calendar that a status follows: on while an event runs (decision 0246). */
export default function CalendarDialog({ name, resourceId, onClose }: Props) {
  const text = useText()
  const { t } = text
  const { situation } = useEngine()
  const { data, error, refetch, find } = useStatusCalendars()
  const [others, changedByOthers] = useReducer((count: number) => count + 1, 0)
  const nowhere = isOutOfReach({ operations: ['listStatusCalendars'] }, situation)
  const close = <Button onClick={onClose}>{t('shell.close')}</Button>
  // What somebody else has put meanwhile stands in place of what was typed.
  const following = { name, resourceId, onClose, onChanged: changedByOthers }
  if (data) return <Following key={others} {...following} calendar={find(resourceId)} />
  return (
    <Dialog open title={t('calls.calendar.title', { name })} onClose={onClose} actions={close}>
      {nowhere ? (
        <Notice tone="info">{t('calls.nowhere')}</Notice>
      ) : error ? (
        <ErrorState title={t('calls.calendar.failed')} onRetry={() => void refetch()}>
          {failureText(error, text)}
        </ErrorState>
      ) : (
        <Skeleton height="160px" />
      )}
    </Dialog>
  )
}

/** The same limits as schemas/entities/status-calendar.json has. */
const URL_LENGTH = 2000
const WORDS_LENGTH = 100
const MOST = 10_080
const BAD = 'BAD_WEB_ADDRESS'

const isMinutes = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= MOST

function Following({
  name,
  resourceId,
  calendar,
  onClose,
  onChanged,
}: Props & { calendar: StatusCalendar | undefined; onChanged(): void }) {
  const { t } = useText()
  const { source } = usePorts()
  const { situation } = useEngine()
  const client = useQueryClient()
  const sn = situation.gateway?.serialNumber ?? ''
  const [url, setUrl] = useState(calendar?.url ?? '')
  const [words, setWords] = useState(calendar?.words ?? '')
  const [before, setBefore] = useState<number | undefined>(calendar?.before ?? 0)
  const [after, setAfter] = useState<number | undefined>(calendar?.after ?? 0)
  const [bad, setBad] = useState<string>()
  const [working, setWorking] = useState(false)
  useUnsaved(!working && (url !== (calendar?.url ?? '') || words !== (calendar?.words ?? '')))
  const why = isOutOfReach({ operations: ['putStatusCalendar', 'removeStatusCalendar'] }, situation)
    ? t('engine.forbidden')
    : undefined
  const noUrl = url.trim() === ''

  async function doing(work: () => Promise<void>): Promise<void> {
    if (working || why !== undefined) return
    setWorking(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: calendarsKey(sn) })
    } finally {
      setWorking(false)
    }
  }
  const form = useSubmit(() => {
    if (noUrl || !isMinutes(before) || !isMinutes(after)) return
    void doing(async () => {
      const said = words.trim()
      const wanted = { url: url.trim(), before, after, ...(said !== '' && { words: said }) }
      const put = await source.call(
        'putStatusCalendar',
        { sn, resource_id: resourceId, revision: calendar?.revision ?? 0, ...wanted },
        { told: [BAD] },
      )
      if (put.ok) return
      if (put.code === BAD) setBad(url)
      if (put.code === 'CHANGED_MEANWHILE') {
        await client.invalidateQueries({ queryKey: calendarsKey(sn) })
        onChanged()
      }
    })
  })
  const minutes = (value: number | undefined): string | undefined =>
    isMinutes(value) ? undefined : t('calls.calendar.badMinutes', { most: MOST })
  return (
    <Dialog
      open
      title={t('calls.calendar.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.close')}</Button>
          <Button
            look="main"
            type="submit"
            form={form.attributes.id}
            busy={working}
            disabled={why !== undefined}
            title={why}
          >
            {t('calls.calendar.keep')}
          </Button>
        </>
      }
    >
      <form {...form.attributes} className={styles.form}>
        <p className={styles.text}>{t('calls.calendar.text')}</p>
        {calendar && <Known calendar={calendar} />}
        <TextField
          label={t('calls.calendar.url')}
          help={t('calls.calendar.urlHelp')}
          value={url}
          maxLength={URL_LENGTH}
          autoComplete="off"
          error={(bad !== undefined && bad === url) || (form.tried && noUrl) ? t('calls.out.bad') : undefined}
          onChange={setUrl}
        />
        <TextField
          label={t('calls.calendar.words')}
          optional
          value={words}
          maxLength={WORDS_LENGTH}
          autoComplete="off"
          onChange={setWords}
        />
        <NumberField
          label={t('calls.calendar.before')}
          value={before}
          min={0}
          max={MOST}
          error={minutes(before)}
          onChange={setBefore}
        />
        <NumberField
          label={t('calls.calendar.after')}
          value={after}
          min={0}
          max={MOST}
          error={minutes(after)}
          onChange={setAfter}
        />
        {calendar && (
          <div className={styles.ways}>
            <Button
              look="danger"
              icon="trash"
              busy={working}
              disabled={why !== undefined}
              title={why}
              onClick={() =>
                void doing(async () => {
                  const gone = await source.call('removeStatusCalendar', { sn, resource_id: resourceId })
                  if (gone.ok) onClose()
                })
              }
            >
              {t('calls.calendar.remove')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** When it was read, what comes next in it, or why it cannot be read. */
function Known({ calendar: { fetched_at, fault, count, next } }: { calendar: StatusCalendar }) {
  const { t, say } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const [word = '', status = ''] = (fault ?? '').split(' ')
  return (
    <>
      {fault !== undefined && (
        <Notice tone="warn">
          {say(`calls.calendar.faults.${word}`, word, { status })}
          {fetched_at !== undefined && ` ${t('calls.calendar.kept')}`}
        </Notice>
      )}
      {fetched_at !== undefined && (
        <p className={styles.text}>
          {t('calls.calendar.read', { when: moment(fetched_at, now) })} {t('calls.calendar.count', { count })}
          {next &&
            ` ${t('calls.calendar.next', {
              title: next.title || t('calls.calendar.untitled'),
              when: moment(next.from, now),
            })}`}
        </p>
      )}
    </>
  )
}
