import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { IconField } from '#ui/fields/IconField.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { type DashboardPage, rules } from '../rules.ts'

interface Props {
  /** Undefined: a new one. */
  page: DashboardPage | undefined
  onSave(change: { name?: string; icon?: string }): void
  onRemove?(): void
  onClose(): void
}

const LONGEST = 100

/** What a page is called, and its picture. */
export function PageDialog({ page, onSave, onRemove, onClose }: Props) {
  const { say, t } = useText()
  const [name, setName] = useState(page?.name ?? '')
  const [icon, setIcon] = useState(page?.icon ?? rules.icons[0] ?? '')
  const trimmed = name.trim()
  const form = useSubmit(async () => {
    if (trimmed === '' && !page) return
    onSave({ ...(trimmed && { name: trimmed }), icon })
  })
  return (
    <FormDialog
      title={t(page ? 'arranging.page.edit' : 'arranging.page.add')}
      form={form}
      submit={t(page ? 'arranging.card.save' : 'arranging.card.add')}
      unready={trimmed === '' && !page}
      onClose={onClose}
    >
      <TextField label={t('arranging.page.name')} value={name} maxLength={LONGEST} onChange={setName} />
      <IconField
        label={t('arranging.page.icon')}
        value={icon}
        choices={rules.icons.map((one) => ({
          value: one,
          label: say(`arranging.icons.${one}`),
          icon: iconNamed(one),
        }))}
        onChange={setIcon}
      />
      {onRemove && (
        <Button look="danger" icon="trash" onClick={onRemove}>
          {t('arranging.page.remove')}
        </Button>
      )}
    </FormDialog>
  )
}
