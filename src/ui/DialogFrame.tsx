import { Overlay2 } from '@blueprintjs/core'
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

/** Blueprint keeps the focus inside and listens for Escape; Dialog gives it back; the look is ours. */
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
    <Overlay2
      isOpen={open}
      onClose={onClose}
      canEscapeKeyClose={!stays}
      canOutsideClickClose={!stays}
      onOpened={begin}
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      backdropClassName={styles.scrim}
      hasBackdrop
    >
      <div className={styles.place} data-look={look}>
        <div role="dialog" aria-modal="true" aria-labelledby={heading} className={styles.dialog}>
          <div className={styles.head}>
            <h2 id={heading}>{title}</h2>
            {aside}
          </div>
          {children && <div className={styles.body}>{children}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </div>
    </Overlay2>
  )
}
