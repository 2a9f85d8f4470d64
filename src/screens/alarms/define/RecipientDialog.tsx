import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm, WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { WAYS, WayFields } from './ways.tsx'

interface Props {
  serialNumber: string
  alarm: Alarm
  level: number
  onClose(): void
  onAdded(): void
}

/** Somebody whom an alarm is told to; what the server refuses says why (spec 3 §5). */
export function RecipientDialog({ serialNumber, alarm, level, onClose, onAdded }: Props) {
  const { t } = useText()
  const { source } = usePorts()
  const [contact, setContact] = useState('')
  const [firstName, setFirstName] = useState('')
  const [ways, setWays] = useState<WayOfNotify>({ emailNotification: true })
  const only = WAYS.filter((way) => alarm.wayOfNotify?.[way] === true)
  const chosen = Object.fromEntries(only.map((way) => [way, ways[way] === true]))
  const noWay = !Object.values(chosen).includes(true)
  const wrong = !/^\S+@\S+$/.test(contact.trim())
  const form = useSubmit(async () => {
    if (wrong || noWay) return
    const recipient = {
      ...{ contact: contact.trim(), level, ...chosen },
      ...(firstName.trim() !== '' && { firstName: firstName.trim() }),
    }
    const { ok } = await source.call('setAlarmRecipients', {
      ...{ serialNumber, alarmCode: alarm.alarmCode, recipients: [recipient] },
    })
    if (ok) onAdded()
  })
  return (
    <FormDialog title={t('alarms.addRecipient')} form={form} submit={t('alarms.addIt')} onClose={onClose}>
      <TextField
        type="email"
        label={t('alarms.contact')}
        help={t('alarms.contactHelp')}
        value={contact}
        maxLength={254}
        autoCapitalize="none"
        onChange={setContact}
        {...(form.tried && wrong && { error: t('alarms.contactWrong') })}
      />
      <TextField
        label={t('alarms.firstName')}
        value={firstName}
        maxLength={128}
        onChange={setFirstName}
        optional
      />
      <WayFields
        legend={t('alarms.toldBy')}
        only={only}
        ways={ways}
        onChange={setWays}
        error={form.tried && noWay ? t('alarms.wayMissing') : undefined}
      />
    </FormDialog>
  )
}
