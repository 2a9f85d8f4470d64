import { useEffect, useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import type { Source } from '#engine/ports.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { AnnouncementTemplate } from '#schemas/generated/entities/announcement-template.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { Counter } from './Counter.tsx'
import { lengthOf, mostBy, WAY_OF } from './limits.ts'
import { Preview } from './Preview.tsx'
import styles from './TemplateDialog.module.css'

type TemplateType = AnnouncementTemplate['notificationType']

const TYPES = ['push', 'email', 'whatsapp'] as const satisfies readonly TemplateType[]
const [LONGEST, ROWS] = [128, 8]

interface Props {
  /** Of one that is there. */
  templateId: string | undefined
  source: Source
  onSaved(): void
  onClose(): void
}

/** What is kept; it is another one with each change by anybody. */
type Kept = Pick<AnnouncementTemplate, 'revision' | 'announcement_details'>

interface Draft {
  name: string
  type: TemplateType | ''
  title: string
  text: string
}

/** Name, way, title and text; it takes the whole window, and only its own buttons close it (spec 3 §2). */
export function TemplateDialog({ templateId, source, onSaved, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const { situation } = useEngine()
  const now = useNow()
  const [draft, setDraft] = useState<Draft>({ name: '', type: '', title: '', text: '' })
  const [loading, setLoading] = useState(templateId !== undefined)
  const [pressed, setPressed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [written, setWritten] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [kept, setKept] = useState<Kept>()
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    if (templateId === undefined) return
    const asking = new AbortController()
    source.load('readTemplate', { templateId }, asking.signal).then(
      (template) => {
        const { name, notificationType, announcement_details } = template
        const { title, message } = announcement_details
        setKept(template)
        setDraft({ name, type: notificationType, title, text: message })
        setLoading(false)
      },
      (error: unknown) => {
        if (!asking.signal.aborted)
          setFailure(failureText(error, text) || t('announcements.template.notLoaded'))
      },
    )
    return () => asking.abort()
  }, [templateId, source, text, t])

  const takeTheirs = ({ announcement_details: { title, message } }: Kept): void => {
    setDraft((before) => ({ ...before, title, text: message }))
    setWritten(false)
    setChanged(false)
    setFailure(undefined)
  }
  const change = (some: Partial<Draft>): void => {
    setWritten(true)
    setDraft((before) => ({ ...before, ...some }))
  }
  useUnsaved(written && !busy)
  const most = mostBy(draft.type === '' ? [] : [WAY_OF[draft.type]])
  const long = {
    title: lengthOf(draft.title) > most.title,
    text: lengthOf(draft.text) > most.text,
  }
  const faultOf = (field: keyof Draft): { error?: string } => {
    if ((field === 'title' || field === 'text') && long[field])
      return { error: say('codes.ANNOUNCEMENT_TOO_LONG') }
    return pressed && draft[field].trim() === '' ? { error: t('announcements.template.needed') } : {}
  }
  // spec 3 §5: none of the four may be missing.
  const ready = Object.values(draft).every((one) => one.trim() !== '') && !long.title && !long.text

  const save = async (): Promise<void> => {
    setPressed(true)
    if (!ready || draft.type === '') return
    setBusy(true)
    setFailure(undefined)
    setChanged(false)
    const words = {
      notificationType: draft.type,
      announcement_details: { title: draft.title, message: draft.text },
    }
    const answer =
      templateId === undefined
        ? await source.call('createTemplate', { ...words, name: draft.name.trim() }, { told: ['other'] })
        : // spec 3 §7: the name of one that is there is left out.
          await source.call(
            'changeTemplate',
            { templateId, revision: kept?.revision ?? 0, ...words },
            { told: ['other'] },
          )
    if (!answer.ok && answer.code === 'CHANGED_MEANWHILE' && templateId !== undefined) {
      // What was typed stays; what stands there by now is shown beside it.
      setKept(await source.load('readTemplate', { templateId }).catch(() => kept))
      setChanged(true)
    }
    setBusy(false)
    if (!answer.ok) return setFailure(failureText(answer, text))
    toasts.show({ text: t('announcements.template.saved') })
    onSaved()
  }

  return (
    <Dialog
      open
      stays
      look="full"
      title={
        templateId === undefined
          ? t('announcements.template.new')
          : t('announcements.template.edit', { name: draft.name })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button look="main" busy={busy} disabled={loading} onClick={() => void save()}>
            {t('announcements.template.save')}
          </Button>
        </>
      }
    >
      {failure && (
        <Notice tone="danger" urgent>
          {failure}
        </Notice>
      )}
      {isChanged && kept && (
        <section className={styles.theirs} aria-label={t('announcements.template.theirs')}>
          <header>
            <h3>{t('announcements.template.theirs')}</h3>
            <Button size="dense" onClick={() => takeTheirs(kept)}>
              {t('announcements.template.takeTheirs')}
            </Button>
          </header>
          <strong>{kept.announcement_details.title}</strong>
          <p>{kept.announcement_details.message}</p>
        </section>
      )}
      <div className={styles.beside} data-beside>
        <div className={styles.fields}>
          <TextField
            label={t('announcements.template.name')}
            value={draft.name}
            maxLength={LONGEST}
            autoComplete="off"
            disabled={templateId !== undefined}
            onChange={(name) => change({ name })}
            {...faultOf('name')}
          />
          <SelectField
            label={t('announcements.template.type')}
            value={draft.type}
            disabled={loading}
            choices={[
              { value: '', label: t('announcements.template.chooseType') },
              ...TYPES.map((type) => ({ value: type, label: t(`announcements.template.types.${type}`) })),
            ]}
            onChange={(value) => change({ type: TYPES.find((one) => one === value) ?? '' })}
            {...faultOf('type')}
          />
          <TextField
            label={t('announcements.title')}
            value={draft.title}
            disabled={loading}
            autoComplete="off"
            aside={<Counter count={lengthOf(draft.title)} most={most.title} />}
            onChange={(title) => change({ title })}
            {...faultOf('title')}
          />
          <TextAreaField
            label={t('announcements.text')}
            value={draft.text}
            disabled={loading}
            rows={ROWS}
            aside={<Counter count={lengthOf(draft.text)} most={most.text} />}
            onChange={(value) => change({ text: value })}
            {...faultOf('text')}
          />
        </div>
        <Preview
          name={t('announcements.preview')}
          words={{ title: draft.title, text: draft.text }}
          ways={{ phone: draft.type !== 'email', mail: draft.type === 'email' }}
          at={now}
          person={String(situation.session.firstName ?? '')}
          gateway={situation.gateway?.name ?? t('shell.product')}
        />
      </div>
    </Dialog>
  )
}
