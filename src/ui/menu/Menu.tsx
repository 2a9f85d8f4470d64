import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useRef,
  useState,
} from 'react'
import { lazy } from '#ui/parts/lazy.ts'
import type { IconName } from '../Icon.tsx'

export interface MenuChoice {
  id: string
  text: string
  /** Quiet second line. */
  note?: string
  icon?: IconName
  href?: string
  onSelect?(): void
  danger?: boolean
  disabled?: boolean
  /** One of several, this one current: a tick stands at its end. */
  checked?: boolean
  /** The menu stays open: several can be set one after the other. */
  stays?: boolean
}

/** A group with its heading; groups are told apart by a line. */
export interface MenuGroup {
  id: string
  title?: string
  /** Words above the choices that are no choice: who is signed in. */
  head?: { text: string; note?: string }
  choices: readonly MenuChoice[]
}

/** What the button that opens the menu carries. */
export interface MenuTrigger {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
  onPointerEnter(): void
  onFocus(): void
}

/** What the list is told that hangs at a button. */
export interface MenuPlace {
  label: string
  anchor: HTMLElement
  placement: 'bottom-start' | 'bottom-end' | 'top-end'
  onClose(): void
}

interface ButtonProps {
  label: string
  placement?: MenuPlace['placement']
  trigger(attributes: MenuTrigger): ReactNode
  list(place: MenuPlace): ReactNode
  /** Brings what draws the list. */
  load(): Promise<unknown>
}

/** A button from which a list opens. Its code is fetched when a hand comes near. */
export function MenuButton({ label, placement = 'bottom-end', trigger, list, load }: ButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // What does not come is asked for again once it is drawn.
  const near = (): void => void load().catch(() => {})
  const close = (): void => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        // A list that takes its time is not called off by the second press of a double click, but by Escape.
        onClick: ({ detail }) => detail < 2 && setOpen(!open),
        onKeyDown: ({ key }) => key === 'Escape' && setOpen(false),
        onPointerEnter: near,
        onFocus: near,
      })}
      {open && button.current && list({ label, anchor: button.current, placement, onClose: close })}
    </>
  )
}

interface Props extends Omit<ButtonProps, 'list' | 'load'> {
  groups: readonly MenuGroup[]
}

const Popover = lazy(() => import('./MenuPopover.tsx'))

/** A list that opens from a button. */
export const Menu = ({ groups, ...button }: Props) => (
  <MenuButton
    {...button}
    load={Popover.load}
    list={(place) => (
      <Suspense>
        <Popover {...place} groups={groups} />
      </Suspense>
    )}
  />
)
