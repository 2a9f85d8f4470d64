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

interface Props {
  children: string
  large: boolean | undefined
  busy: boolean
  disabled: boolean
  /** One button of a page is filled: where several forms stand on it, none is; what destroys is red in words alone. */
  look?: 'main' | 'plain' | 'danger' | undefined
}

export function SubmitRow({ children, large, busy, disabled, look = 'main' }: Props) {
  return (
    <div className={styles.submit}>
      <Button
        type="submit"
        look={look}
        size={large ? 'large' : 'normal'}
        wide={large}
        busy={busy}
        disabled={disabled}
      >
        {children}
      </Button>
    </div>
  )
}
