import { Dialog, DialogBody } from '@blueprintjs/core'
import { useId } from 'react'
import type { DialogProps } from './Dialog.tsx'
import styles from './DialogFrame.module.css'
import './blueprint.css'

/** Where a hand would begin: the first field, else the way out. */
const begin = (dialog: HTMLElement): void =>
  (
    dialog.querySelector<HTMLElement>('input, select, textarea') ??
    dialog.querySelector<HTMLElement>('[role="dialog"] > :last-child button')
  )?.focus()

/** Blueprint keeps the focus inside and listens for Escape; our Dialog gives the focus back. */
export default function DialogFrame({
  open,
  title,
  onClose,
  actions,
  stays,
  look = 'task',
  aside,
  children,
}: DialogProps) {
  const heading = useId()
  return (
    <Dialog
      isOpen={open}
      onClose={onClose}
      canEscapeKeyClose={!stays}
      canOutsideClickClose={!stays}
      onOpened={begin}
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className={look === 'panel' ? styles.panel : styles.task}
      aria-labelledby={heading}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children && <DialogBody className={styles.body}>{children}</DialogBody>}
      {actions && (
        <div className={styles.actions} data-ways>
          {actions}
        </div>
      )}
    </Dialog>
  )
}
