import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { CauseDialog } from './CauseDialog.tsx'

/** Beside a value: what caused its last changes. */
export default function CauseOf({ params }: { params: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const { device = '', service = '', property = '', label = '' } = params
  return (
    <>
      <Button only look="quiet" size="dense" icon="history" onClick={() => setOpen(true)}>
        {t('scenes.why.open', { label })}
      </Button>
      {open && (
        <CauseDialog at={{ device, service, property }} label={label} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
