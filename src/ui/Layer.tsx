import { Overlay2 } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import styles from './Layer.module.css'
import './blueprint.css'

interface Props {
  open: boolean
  onClose(): void
  /** Escape and a press outside do nothing. */
  stays?: boolean
  onOpened?(content: HTMLElement): void
  look?: 'task' | 'panel'
  /** One element: the sheet. */
  children: ReactElement
}

/** What lies over the page, from below on a phone. Blueprint keeps the focus inside and listens for Escape. */
export const Layer = ({ open, onClose, stays, onOpened, look, children }: Props) => (
  <Overlay2
    isOpen={open}
    onClose={onClose}
    canEscapeKeyClose={!stays}
    canOutsideClickClose={!stays}
    onOpened={onOpened}
    shouldReturnFocusOnClose={false}
    transitionDuration={0}
    backdropClassName={styles.scrim}
    hasBackdrop
  >
    <div className={styles.place} data-look={look}>
      {children}
    </div>
  </Overlay2>
)
