import { Dialog, DialogBody } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useUnsaved } from '#lib/unsaved.ts'
import { besideOnce, stopSecondPress } from '../second-press.ts'
import type { DialogProps } from './Dialog.tsx'
import styles from './DialogFrame.module.css'
import '../theme/blueprint.css'

const firstField = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>('input, select, textarea')

/** Where a hand would begin: the first field, else the way out; unless it has begun already. */
function begin(dialog: HTMLElement): void {
  if (dialog.querySelector(':is(input, select, textarea, button):focus')) return
  if (dialog.querySelector('[data-form-to-come]')) return beginLater(dialog)
  const out = dialog.querySelector<HTMLElement>('[role="dialog"] > :last-child button')
  ;(firstField(dialog) ?? out)?.focus()
}

/** Enter would be the way out, while the fields of a form are on their way: its title waits for them, unless somebody goes elsewhere. */
function beginLater(dialog: HTMLElement): void {
  const title = dialog.querySelector<HTMLElement>('h2')
  title?.focus()
  const coming = new MutationObserver(() => {
    const field = firstField(dialog)
    if (!field) return
    coming.disconnect()
    if (document.activeElement === title) field.focus()
  })
  coming.observe(dialog, { childList: true, subtree: true })
}

/** What had the focus may go, or can no longer be pressed: without it inside, nothing would hear Escape. The title takes it then. */
function keepInside(dialog: HTMLElement): void {
  const back = (): void => {
    if (dialog.isConnected && document.activeElement === document.body)
      dialog.querySelector<HTMLElement>('h2')?.focus()
  }
  // What cannot be pressed loses the focus with the next frame only.
  new MutationObserver(() => requestAnimationFrame(back)).observe(dialog, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
}

/** After Blueprint has taken the focus inside, in the frame after it opened: before that, it takes the last Tab for its own. */
const beginNext = (dialog: HTMLElement) =>
  requestAnimationFrame(() => {
    begin(dialog)
    keepInside(dialog)
  })

/** What is looked for, picked or ticked is there again in a moment; what was written is not. */
const WRITTEN = /^(?:text|email|tel|url)/

/** Says that something was written and not sent, or did not go well: the page is not left without a question. */
function useWritten({ busy, failed }: NonNullable<DialogProps['asking']>) {
  const [state, setState] = useState<'written' | 'sent'>()
  if (busy && state === 'written') setState('sent')
  useUnsaved(!busy && (state === 'written' || (state === 'sent' && failed)))
  return ({ target }: FormEvent): void => {
    if (WRITTEN.test((target as HTMLInputElement).type)) setState('written')
  }
}

function Writing({ asking, children }: Required<Pick<DialogProps, 'asking'>> & { children: ReactNode }) {
  return <div onInput={useWritten(asking)}>{children}</div>
}

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
  asking,
}: DialogProps) {
  const heading = useId()
  return (
    <Dialog
      isOpen={open}
      onClose={besideOnce(onClose)}
      canEscapeKeyClose={!stays}
      canOutsideClickClose={!stays}
      onOpened={beginNext}
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className={styles[look]}
      aria-labelledby={heading}
    >
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children && (
        <DialogBody className={styles.body}>
          {asking ? <Writing asking={asking}>{children}</Writing> : children}
        </DialogBody>
      )}
      {actions && (
        <div className={styles.actions} data-ways onClickCapture={stopSecondPress}>
          {actions}
        </div>
      )}
    </Dialog>
  )
}
