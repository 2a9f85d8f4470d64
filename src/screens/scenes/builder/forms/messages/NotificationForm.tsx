import { useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import type { ActionSet, Recipient } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { EmptyState, NotKnown } from '#ui/page/states.tsx'
import { newId } from '../../draft/rule-edit.ts'
import { putAlarm, putNotification } from '../../draft/set-edit.ts'
import { Panel } from '../../Panel.tsx'
import { useSpeech } from '../../sentences.ts'
import { useMessageTexts } from '../../texts/MessageTexts.tsx'
import { EntryForm } from '../EntryForm.tsx'
import { useAlarms } from './use-alarms.ts'
import { type Whom, WhomField, whomOf } from './WhomField.tsx'

interface Props {
  set: ActionSet
  way: BuilderOffer['value']
  /** The notification that is changed. */
  editing: string | undefined
  onAdd(set: ActionSet): void
  onBack(): void
}

const ADDRESS_LENGTH = 254

const looksLikeAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export default function NotificationForm(props: Props) {
  return props.way === 'ALARM_NOTIFICATION' ? <Alarm {...props} /> : <Message {...props} />
}

const MAILED: readonly Whom[] = ['address', 'people', 'everybody']
const PUSHED: readonly Whom[] = ['everybody', 'people']

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
  const texts = useMessageTexts(known)
  const { message } = texts
  const noTitle = message.short_desc === ''
  const noAddress = whom === 'address' && !looksLikeAddress(to.trim())
  const nobody = whom === 'people' && people.length === 0
  const recipients: Recipient[] | undefined =
    whom === 'people' ? [...people] : mail && whom === 'everybody' ? [{ kind: 'everybody' }] : undefined

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
  if (texts.choosing) return texts.choosing
  return (
    <Panel
      title={t(mail ? 'builder.tell.mail' : 'builder.tell.push')}
      text={t(
        whom === 'address' ? 'sceneForms.tell.mailText' : `sceneForms.whom.texts.${mail ? 'mail' : 'push'}`,
      )}
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
            label={t('sceneForms.tell.to')}
            value={to}
            maxLength={ADDRESS_LENGTH}
            autoComplete="email"
            error={form.tried && noAddress ? t('sceneForms.faults.address') : undefined}
            onChange={setTo}
          />
        )}
        {texts.fields({
          label: t('sceneForms.tell.short'),
          into: t('sceneForms.texts.intoTitle'),
          fault: form.tried ? t('sceneForms.faults.short') : undefined,
        })}
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
  const text = useText()
  const { t } = text
  const { alarms, state, failure, retry } = useAlarms()
  const taken = new Set((set.alarms ?? []).map(({ alarmId }) => alarmId))
  const open = alarms.filter(({ alarmId }) => !taken.has(alarmId))
  const [id, setId] = useState('')
  const chosen = open.find(({ alarmId }) => String(alarmId) === id) ?? open[0]

  const form = useSubmit(() => {
    if (chosen) onAdd(putAlarm(set, chosen.alarmId))
  })
  return (
    <Panel title={t('builder.tell.alarm')} text={t('sceneForms.tell.alarmText')} onBack={onBack}>
      {state === 'failed' ? (
        <NotKnown onRetry={retry}>{failureText(failure, text)}</NotKnown>
      ) : !chosen ? (
        <EmptyState
          bare
          icon="siren"
          title={t(state === 'waiting' ? 'sceneForms.tell.alarmComing' : 'sceneForms.tell.alarmNone')}
        />
      ) : (
        <EntryForm form={form} known={false}>
          <SelectField
            label={t('sceneForms.tell.alarmWhich')}
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
