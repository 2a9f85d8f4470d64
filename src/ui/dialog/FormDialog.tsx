import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '../Button.tsx'
import type { Submitting } from '../fields/use-submit.ts'
import type { IconName } from '../Icon.tsx'
import { Notice } from '../Notice.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import styles from './FormDialog.module.css'

interface Frame {
  title: string
  /** The way out; to give it up, unless told. */
  cancel?: string | undefined
  /** It takes the whole window: much is asked. */
  full?: true
  onClose(): void
}

interface Drawn extends Frame {
  /** A form of the catalogue, which draws its own button there. */
  children(submitAt: HTMLElement | null): ReactNode
}

interface Props extends Frame {
  form: Submitting
  /** Without words there is nothing left to do but to close. */
  submit: string | undefined
  look?: 'main' | 'destroy'
  icon?: IconName | undefined
  /** Nothing can be sent yet. */
  unready?: boolean
  /** What went wrong as a whole. */
  failure?: string | undefined
  children: ReactNode
}

/** A dialog that asks for something: the way out beside the way on. */
function AskingFrame({
  cancel,
  full,
  submit,
  onClose,
  ...rest
}: Frame & Pick<DialogProps, 'asking' | 'children'> & { submit: ReactNode }) {
  const { t } = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      look={full ? 'full' : 'task'}
      {...rest}
      actions={
        <>
          <Button onClick={onClose}>{cancel ?? t('shell.cancel')}</Button>
          {submit}
        </>
      }
    />
  )
}

/** The same around a form of the catalogue. */
export function CatalogueFormDialog({ children, ...frame }: Drawn) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <AskingFrame {...frame} submit={<div ref={setPlace} className={styles.place} />}>
      <div className={styles.form}>{children(place)}</div>
    </AskingFrame>
  )
}

/** A dialog that asks for something: what is asked, what went wrong, the way out and the way on. */
export function FormDialog({
  form: { attributes, busy },
  submit,
  look = 'main',
  icon,
  unready,
  failure,
  children,
  ...frame
}: Props) {
  return (
    <AskingFrame
      {...frame}
      asking={{ busy, failed: failure !== undefined }}
      submit={
        submit !== undefined && (
          <Button type="submit" form={attributes.id} {...{ look, icon, busy }} disabled={unready}>
            {submit}
          </Button>
        )
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
    </AskingFrame>
  )
}
