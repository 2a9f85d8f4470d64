import { usePorts } from '#engine/engine.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { nameOf } from './name-of.ts'

interface Props {
  alarm: Alarm
  onClose(): void
  onDeleted(): void
}

export function DeleteDialog({ alarm, onClose, onDeleted }: Props) {
  const { t } = useText()
  const { source } = usePorts()
  const form = useSubmit(async () => {
    if ((await source.call('deleteAlarm', { alarm: alarm._id })).ok) onDeleted()
  })
  return (
    <FormDialog
      title={t('alarms.deleteTitle', { name: nameOf(alarm, language()).name })}
      form={form}
      look="destroy"
      submit={t('alarms.delete')}
      onClose={onClose}
    >
      <p>{t('alarms.deleteAbout')}</p>
    </FormDialog>
  )
}
