import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './FormDialog.module.css'
import type { Submitting } from './fields/use-submit.ts'
import type { IconName } from './Icon.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  title: string
  form: Submitting
  /** Without words there is nothing left to do but to close. */
  submit: string | undefined
  look?: 'main' | 'destroy'
  icon?: IconName | undefined
  /** Nothing can be sent yet. */
  unready?: boolean
  /** The way out; to give it up, unless told. */
  cancel?: string
  /** What went wrong as a whole. */
  failure?: string | undefined
  onClose(): void
  children: ReactNode
}

/** A dialog that asks for something: what is asked, what went wrong, the way out and the way on. */
export function FormDialog({
  title,
  form: { attributes, busy },
  submit,
  look = 'main',
  icon,
  unready,
  cancel,
  failure,
  onClose,
  children,
}: Props) {
  const { t } = useText()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel ?? t('shell.cancel')}</Button>
          {submit !== undefined && (
            <Button type="submit" form={attributes.id} {...{ look, icon, busy }} disabled={unready}>
              {submit}
            </Button>
          )}
        </>
      }
    >
      <form {...attributes} className={styles.form}>
        {failure && (
          <Notice tone="danger" urgent>
            {failure}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  )
}
