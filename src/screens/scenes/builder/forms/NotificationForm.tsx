import { useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { EmptyState } from '#ui/page/states.tsx'
import { newId, putAlarm, putNotification } from '../draft/rule-edit.ts'
import { Panel } from '../Panel.tsx'
import { EntryForm } from './EntryForm.tsx'
import { useAlarms } from './use-alarms.ts'

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

export function NotificationForm(props: Props) {
  return props.way === 'ALARM_NOTIFICATION' ? <Alarm {...props} /> : <Message {...props} />
}

/** An e-mail, or a push message. */
function Message({ set, way, editing, onAdd, onBack }: Props) {
  const { t } = useText()
  const { situation } = useEngine()
  const mail = way === 'EMAIL'
  const known = set.notifications?.find(({ notification_id }) => notification_id === editing)
  const [to, setTo] = useState(known?.destination ?? addressOf(situation.session))
  const [title, setTitle] = useState(known?.short_desc ?? '')
  const [text, setText] = useState(known?.desc ?? '')
  const noTitle = title.trim() === ''
  const noAddress = mail && !looksLikeAddress(to.trim())

  const form = useSubmit(() => {
    if (noTitle || noAddress) return
    onAdd(
      putNotification(set, {
        notification_id: known?.notification_id ?? newId(),
        type: mail ? 0 : 1,
        short_desc: title.trim(),
        ...(text.trim() !== '' && { desc: text.trim() }),
        ...(mail && { destination: to.trim() }),
      }),
    )
  })
  return (
    <Panel
      title={t(mail ? 'builder.tell.mail' : 'builder.tell.push')}
      text={t(mail ? 'builder.tell.mailText' : 'builder.tell.pushText')}
      onBack={onBack}
    >
      <EntryForm form={form} known={known !== undefined}>
        {mail && (
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
        <TextField
          label={t('builder.tell.short')}
          value={title}
          maxLength={TITLE_LENGTH}
          autoComplete="off"
          error={form.tried && noTitle ? t('builder.faults.short') : undefined}
          onChange={setTitle}
        />
        <TextAreaField
          label={t('builder.tell.long')}
          optional
          value={text}
          maxLength={TEXT_LENGTH}
          onChange={setText}
        />
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
