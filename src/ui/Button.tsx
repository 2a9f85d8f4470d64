import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

export interface ButtonLook {
  /** `main` is the one filled button of a page, `danger` only words in brick, `destroy` the filled last step. */
  look?: 'main' | 'plain' | 'quiet' | 'danger' | 'destroy'
  size?: 'normal' | 'dense' | 'large'
  icon?: IconName
  /** Only the icon is drawn; the children name it for readers. */
  only?: boolean
  wide?: boolean
}

interface Props extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** The order is on its way: shown on the button, a second press does nothing. */
  busy?: boolean
  /** Why it cannot be used now; it looks disabled, and whoever uses it is told by whoever hears the click. */
  why?: string
  ref?: Ref<HTMLButtonElement>
}

/** What every button and every link that looks like one share. */
export const buttonLook = ({ look = 'plain', size = 'normal', only, wide }: ButtonLook) => ({
  className: styles.button,
  'data-look': look,
  'data-size': size,
  'data-only': only || undefined,
  'data-wide': wide || undefined,
})

function ButtonInside({ icon, only, children }: ButtonLook & { children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size="small" />}
      {only ? <span className="visually-hidden">{children}</span> : children}
    </>
  )
}

/** Ours, because it stands on sign-in, and Blueprint's (4.6 kB gzip) does nothing more (decision 0130). */
export function Button({
  look,
  size,
  icon,
  only,
  wide,
  busy,
  why,
  children,
  disabled,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...buttonLook({ look, size, only, wide })}
      aria-busy={busy || undefined}
      aria-disabled={why === undefined ? undefined : true}
      title={why}
      disabled={disabled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <ButtonInside icon={icon} only={only}>
        {children}
      </ButtonInside>
    </button>
  )
}
