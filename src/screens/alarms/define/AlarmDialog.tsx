import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { AlarmFields } from './AlarmFields.tsx'
import { useAlarmDraft } from './use-alarm-draft.ts'

/** A new alarm; later it is changed beside the list. */
export function AlarmDialog({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const { t } = useText()
  const alarm = useAlarmDraft(undefined, useState({}))
  const form = useSubmit(async () => {
    if (!alarm.nameless && (await alarm.save())) onSaved()
  })
  return (
    <FormDialog title={t('alarms.add')} form={form} submit={t('alarms.save')} onClose={onClose}>
      <AlarmFields alarm={alarm} tried={form.tried} />
    </FormDialog>
  )
}
