import { createPortal } from 'react-dom'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Form.module.css'

/** What went wrong as a whole, above the fields. */
export function FormFailure({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Notice tone="danger" urgent>
      {children}
    </Notice>
  )
}

/** Where the button of a form stands, if not below its fields: `null` until that place has been drawn. */
export type SubmitPlace = HTMLElement | null

interface Props {
  children: string
  /** The form that the button sends, wherever it stands. */
  form: string
  at?: SubmitPlace | undefined
  large: boolean | undefined
  busy: boolean
  disabled: boolean
  /** One button of a page is filled: where several forms stand on it, none is; what destroys is red in words alone. */
  look?: 'main' | 'plain' | 'danger' | undefined
}

export function SubmitRow({ children, form, at, large, busy, disabled, look = 'main' }: Props) {
  const button = (
    <Button
      type="submit"
      form={form}
      look={look}
      size={large ? 'large' : 'normal'}
      wide={large}
      busy={busy}
      disabled={disabled}
    >
      {children}
    </Button>
  )
  if (at === null) return null
  if (at) return createPortal(button, at)
  return <div className={styles.submit}>{button}</div>
}
