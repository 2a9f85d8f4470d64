import { useId } from 'react'
import type { DialogProps } from './Dialog.tsx'
import styles from './DialogFrame.module.css'
import { Layer } from './Layer.tsx'

/** Where a hand would begin: the first field, else the way out. */
const begin = (dialog: HTMLElement): void =>
  (
    dialog.querySelector<HTMLElement>('input, select, textarea') ??
    dialog.querySelector<HTMLElement>('[role="dialog"] > :last-child button')
  )?.focus()

/** Dialog gives the focus back; the look is ours. */
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
    <Layer open={open} onClose={onClose} stays={stays} onOpened={begin} look={look}>
      <div role="dialog" aria-modal="true" aria-labelledby={heading} className={styles.dialog}>
        <div className={styles.head}>
          <h2 id={heading}>{title}</h2>
          {aside}
        </div>
        {children && <div className={styles.body}>{children}</div>}
        {actions && (
          <div className={styles.actions} data-ways>
            {actions}
          </div>
        )}
      </div>
    </Layer>
  )
}
