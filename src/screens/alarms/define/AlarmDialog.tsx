import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm, AlarmName, WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import styles from '../alarms.module.css'
import { PRIORITIES, type Priority } from '../priorities.ts'
import { nameOf } from './name-of.ts'
import { WayFields } from './ways.tsx'

interface Props {
  /** Without one a new one is made. */
  alarm: Alarm | undefined
  onClose(): void
  onSaved(): void
}

/** How names of this language are marked on the wire (spec 3 §3). */
const spokenHere = (): string => (language() === 'ch_DE' ? 'de_DE' : 'en_EN')

/** Names in other languages stay as they are. */
function renamed(names: readonly AlarmName[], name: string, desc: string): AlarmName[] {
  const lang = spokenHere()
  const own = { name, lang, ...(desc !== '' && { desc }) }
  return names.some((one) => one.lang === lang)
    ? names.map((one) => (one.lang === lang ? own : one))
    : [...names, own]
}

/** What an alarm is called, how urgent it is, and by which ways it may be told. */
export function AlarmDialog({ alarm, onClose, onSaved }: Props) {
  const { t } = useText()
  const { source } = usePorts()
  const before = alarm ? nameOf(alarm, language()) : { name: '', desc: '' }
  const [name, setName] = useState(before.name)
  const [desc, setDesc] = useState(before.desc)
  const [priority, setPriority] = useState<Priority>(alarm?.alarmPriority.alarmPriorityCode ?? 2)
  const [ways, setWays] = useState<WayOfNotify>(
    alarm?.wayOfNotify ?? { pushNotification: true, emailNotification: true },
  )
  const isRenamed = name.trim() !== before.name || desc.trim() !== before.desc
  const isPrioritised = priority !== alarm?.alarmPriority.alarmPriorityCode
  const isToldOtherwise = JSON.stringify(ways) !== JSON.stringify(alarm?.wayOfNotify)
  const missing = name.trim() === ''

  const change = async (): Promise<boolean> => {
    const names = renamed(alarm?.alarmName ?? [], name.trim(), desc.trim())
    if (!alarm) {
      const body = { alarmName: names, alarmPriorityCode: priority, wayOfNotify: ways }
      return (await source.call('createAlarm', body)).ok
    }
    const id = { alarm: alarm._id }
    if (isRenamed && !(await source.call('updateAlarm', { ...id, alarmName: names })).ok) return false
    if (
      isPrioritised &&
      !(await source.call('updateAlarmPriority', { ...id, alarmPriorityCode: priority })).ok
    )
      return false
    return !isToldOtherwise || (await source.call('updateAlarmWays', { ...id, wayOfNotify: ways })).ok
  }
  const form = useSubmit(async () => {
    if (!missing && (await change())) onSaved()
  })
  return (
    <FormDialog
      title={t(alarm ? 'alarms.edit' : 'alarms.add')}
      form={form}
      submit={t('alarms.save')}
      // spec 3 §5: only what is otherwise can be saved.
      unready={alarm !== undefined && !isRenamed && !isPrioritised && !isToldOtherwise}
      onClose={onClose}
    >
      <TextField
        label={t('alarms.name')}
        value={name}
        maxLength={128}
        onChange={setName}
        {...(form.tried && missing && { error: t('alarms.nameMissing') })}
      />
      <TextAreaField
        label={t('alarms.about')}
        value={desc}
        rows={2}
        maxLength={2000}
        onChange={setDesc}
        optional
      />
      <fieldset className={styles.fields}>
        <legend>{t('alarms.byPriority')}</legend>
        <Segments
          label={t('alarms.byPriority')}
          segments={PRIORITIES.toReversed().map((one) => ({
            id: String(one.code),
            label: t(`alarms.priority.${one.name}`),
          }))}
          value={String(priority)}
          onChange={(id) => setPriority(PRIORITIES.find(({ code }) => String(code) === id)?.code ?? priority)}
        />
      </fieldset>
      <WayFields legend={t('alarms.toldBy')} ways={ways} onChange={setWays} />
    </FormDialog>
  )
}
