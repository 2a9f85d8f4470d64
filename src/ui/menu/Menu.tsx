import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
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
  onClick(): void
  onPointerEnter(): void
  onFocus(): void
}

interface Props {
  label: string
  groups: readonly MenuGroup[]
  placement?: 'bottom-start' | 'bottom-end' | 'top-end'
  trigger(attributes: MenuTrigger): ReactNode
}

const load = () => import('./MenuPopover.tsx')
const Popover = lazy(load)

/** A list that opens from a button. Its code is fetched when a hand comes near. */
export function Menu({ label, groups, placement = 'bottom-end', trigger }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const near = (): void => void load()
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
        onClick: () => setOpen(!open),
        onPointerEnter: near,
        onFocus: near,
      })}
      {open && button.current && (
        <Suspense>
          <Popover
            label={label}
            groups={groups}
            anchor={button.current}
            placement={placement}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
