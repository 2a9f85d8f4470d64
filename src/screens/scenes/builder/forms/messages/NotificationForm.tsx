import { Suspense, useEffect, useRef, useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import type { ActionSet, Recipient } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { EmptyState } from '#ui/page/states.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { newId, putAlarm, putNotification } from '../../draft/rule-edit.ts'
import { Panel } from '../../Panel.tsx'
import { useSpeech } from '../../sentences.ts'
import { ReadsNow } from '../../texts/ReadsNow.tsx'
import { TextWithValues } from '../../texts/TextWithValues.tsx'
import { draftValues, MOST_VALUES, stored, written } from '../../texts/text-draft.ts'
import { labelOf } from '../../texts/value-label.ts'
import { EntryForm } from '../EntryForm.tsx'
import { useAlarms } from './use-alarms.ts'
import { type Whom, WhomField, whomOf } from './WhomField.tsx'

/** It comes when a value is to stand in a text. */
const InsertValue = lazy(() => import('../../texts/InsertValue.tsx'))

interface Props {
  set: ActionSet
  way: BuilderOffer['value']
  /** The notification that is changed. */
  editing: string | undefined
  onAdd(set: ActionSet): void
  onBack(): void
}

/** Decision 0005: titles of messages have 200 characters, their texts 2000. */
const TITLE_LENGTH = 200
const TEXT_LENGTH = 2000
const ADDRESS_LENGTH = 254

const looksLikeAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export default function NotificationForm(props: Props) {
  return props.way === 'ALARM_NOTIFICATION' ? <Alarm {...props} /> : <Message {...props} />
}

const MAILED: readonly Whom[] = ['address', 'people', 'everybody']
const PUSHED: readonly Whom[] = ['everybody', 'people']

/** One of the two texts, and where in it a value is to stand. */
interface Spot {
  field: 'title' | 'text'
  at: number
}

/** An e-mail, or a push message. */
function Message({ set, way, editing, onAdd, onBack }: Props) {
  const speech = useSpeech()
  const { t } = speech.text
  const { situation } = useEngine()
  const mail = way === 'EMAIL'
  const known = set.notifications?.find(({ notification_id }) => notification_id === editing)
  const [to, setTo] = useState(known?.destination ?? addressOf(situation.session))
  const [whom, setWhom] = useState(() => whomOf(known?.recipients, mail ? 'address' : 'everybody'))
  const [people, setPeople] = useState<readonly Recipient[]>(
    () => known?.recipients?.filter(({ kind }) => kind !== 'everybody') ?? [],
  )
  const [values, setValues] = useState(() => draftValues(known ?? {}, (value) => labelOf(value, speech)))
  const [texts, setTexts] = useState(() => ({
    title: written(known?.short_desc ?? '', values),
    text: written(known?.desc ?? '', values),
  }))
  const [inserting, setInserting] = useState<Spot>()
  /** Where the hand goes on after a value was put in. */
  const [resumes, setResumes] = useState<Spot>()
  const title = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const fields = { title, text }
  const message = stored(texts, values)
  const noTitle = message.short_desc === ''
  const noAddress = whom === 'address' && !looksLikeAddress(to.trim())
  const nobody = whom === 'people' && people.length === 0
  const recipients: Recipient[] | undefined =
    whom === 'people' ? [...people] : mail && whom === 'everybody' ? [{ kind: 'everybody' }] : undefined

  useEffect(() => {
    if (!resumes) return
    const field = (resumes.field === 'title' ? title : text).current
    field?.focus()
    field?.setSelectionRange(resumes.at, resumes.at)
  }, [resumes])

  const form = useSubmit(() => {
    if (noTitle || noAddress || nobody) return
    onAdd(
      putNotification(set, {
        notification_id: known?.notification_id ?? newId(),
        type: mail ? 0 : 1,
        ...message,
        ...(whom === 'address' && { destination: to.trim() }),
        ...(recipients && { recipients }),
      }),
    )
  })
  const insertInto = (field: Spot['field']): void =>
    setInserting({ field, at: fields[field].current?.selectionStart ?? texts[field].length })
  if (inserting)
    return (
      <Suspense>
        <InsertValue
          values={values}
          onChoose={({ values: now, token }) => {
            const { field, at } = inserting
            const most = field === 'title' ? TITLE_LENGTH : TEXT_LENGTH
            const next = texts[field].slice(0, at) + token + texts[field].slice(at)
            setInserting(undefined)
            if (next.length > most) return
            setValues(now)
            setTexts({ ...texts, [field]: next })
            setResumes({ field, at: at + token.length })
          }}
          onBack={() => {
            setResumes(inserting)
            setInserting(undefined)
          }}
        />
      </Suspense>
    )
  const full = (message.values ?? []).length >= MOST_VALUES
  return (
    <Panel
      title={t(mail ? 'builder.tell.mail' : 'builder.tell.push')}
      text={t(whom === 'address' ? 'builder.tell.mailText' : `builder.whom.texts.${mail ? 'mail' : 'push'}`)}
      onBack={onBack}
    >
      <EntryForm form={form} known={known !== undefined}>
        <WhomField
          ways={mail ? MAILED : PUSHED}
          whom={whom}
          people={people}
          judged={form.tried}
          onWhom={setWhom}
          onPeople={setPeople}
        />
        {whom === 'address' && (
          <TextField
            type="email"
            label={t('builder.tell.to')}
            value={to}
            maxLength={ADDRESS_LENGTH}
            autoComplete="email"
            error={form.tried && noAddress ? t('builder.faults.address') : undefined}
            onChange={setTo}
          />
        )}
        <TextWithValues label={t('builder.texts.intoTitle')} full={full} onInsert={() => insertInto('title')}>
          <TextField
            ref={title}
            label={t('builder.tell.short')}
            value={texts.title}
            maxLength={TITLE_LENGTH}
            autoComplete="off"
            error={form.tried && noTitle ? t('builder.faults.short') : undefined}
            onChange={(next) => setTexts({ ...texts, title: next })}
          />
        </TextWithValues>
        <TextWithValues label={t('builder.texts.intoText')} full={full} onInsert={() => insertInto('text')}>
          <TextAreaField
            ref={text}
            label={t('builder.tell.long')}
            optional
            value={texts.text}
            maxLength={TEXT_LENGTH}
            onChange={(next) => setTexts({ ...texts, text: next })}
          />
        </TextWithValues>
        {message.values && <ReadsNow notification={message} />}
      </EntryForm>
    </Panel>
  )
}

/** The person's own address is what is meant most of the time. */
function addressOf({ contact, username }: Readonly<Record<string, unknown>>): string {
  const contacts = Array.isArray(contact) ? (contact as { contact: string; contactType: string }[]) : []
  const mail = contacts.find(({ contactType }) => contactType === 'email')?.contact
  return mail ?? (typeof username === 'string' && looksLikeAddress(username) ? username : '')
}

/** spec 2 §5: only alarms with an id above 1000 are offered. */
function Alarm({ set, onAdd, onBack }: Props) {
  const { t } = useText()
  const { alarms, state } = useAlarms()
  const taken = new Set((set.alarms ?? []).map(({ alarmId }) => alarmId))
  const open = alarms.filter(({ alarmId }) => !taken.has(alarmId))
  const [id, setId] = useState('')
  const chosen = open.find(({ alarmId }) => String(alarmId) === id) ?? open[0]

  const form = useSubmit(() => {
    if (chosen) onAdd(putAlarm(set, chosen.alarmId))
  })
  return (
    <Panel title={t('builder.tell.alarm')} text={t('builder.tell.alarmText')} onBack={onBack}>
      {!chosen ? (
        <EmptyState
          bare
          icon="siren"
          title={t(state === 'waiting' ? 'builder.tell.alarmComing' : 'builder.tell.alarmNone')}
        />
      ) : (
        <EntryForm form={form} known={false}>
          <SelectField
            label={t('builder.tell.alarmWhich')}
            value={String(chosen.alarmId)}
            choices={open.map(({ alarmId, name }) => ({ value: String(alarmId), label: name }))}
            onChange={setId}
          />
          {chosen.desc && <p>{chosen.desc}</p>}
        </EntryForm>
      )}
    </Panel>
  )
}
