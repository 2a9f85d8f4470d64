import { Drawer, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { type KeyboardEvent, type Ref, useLayoutEffect, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { besideOnce, stopSecondPress } from '../second-press.ts'
import { usePhone } from '../use-phone.ts'
import type { MenuChoice, MenuGroup, MenuPlace } from './Menu.tsx'
import styles from './MenuPopover.module.css'
import '../theme/blueprint.css'

interface Props extends MenuPlace {
  groups: readonly MenuGroup[]
}

/** Off the button, and off the edges of the screen. */
const PLACE = { offset: { mainAxis: 6 }, shift: { padding: 8 } }

/** A sheet from below on a phone, where the thumb is; else it hangs at its button (docs/look.md, "Actions"). */
export default function MenuPopover(props: Props) {
  return usePhone() ? <Sheet {...props} /> : <Hanging {...props} />
}

const Sheet = ({ label, groups, onClose }: Props) => (
  <Drawer
    isOpen
    hasBackdrop
    position="bottom"
    onClose={besideOnce(onClose)}
    shouldReturnFocusOnClose={false}
    transitionDuration={0}
    className={styles.sheet}
  >
    <List label={label} groups={groups} onClose={onClose} />
  </Drawer>
)

/** Blueprint places it, closes it and gives the focus back; the list inside moves by arrow keys. */
function Hanging({ label, groups, anchor, placement, onClose }: Props) {
  return (
    <PopoverNext
      isOpen
      animation="minimal"
      arrow={false}
      hasBackdrop
      transitionDuration={0}
      placement={placement}
      positioningStrategy="fixed"
      middleware={PLACE}
      rootBoundary="viewport"
      popoverClassName={styles.popover}
      onInteraction={(next, event) => !next && besideOnce(onClose)(event)}
      renderTarget={({ ref }) => <Anchored to={anchor} tell={ref} />}
      content={<List label={label} groups={groups} onClose={onClose} />}
    />
  )
}

/** The button stays where it was drawn: the popover only learns about it. */
function Anchored({ to, tell }: { to: HTMLElement; tell: Ref<HTMLElement> | undefined }) {
  useLayoutEffect(() => {
    if (typeof tell === 'function') tell(to)
    else if (tell) tell.current = to
  }, [to, tell])
  return null
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Blueprint's menu leaves the arrow keys to who draws it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const step = STEPS[event.key]
  const edge = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : undefined
  const next = edge ?? (step === undefined ? undefined : (at + step + entries.length) % entries.length)
  if (next === undefined) return
  event.preventDefault()
  entries.at(next)?.focus()
}

function List({ label, groups, onClose }: Pick<Props, 'label' | 'groups' | 'onClose'>) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    // Keys belong to the list from its first moment: whoever is quick closes it before its first entry can take the focus.
    list.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Menu
      ulRef={list}
      aria-label={label}
      className={styles.menu}
      tabIndex={-1}
      onClickCapture={stopSecondPress}
      onKeyDown={moveFocus}
    >
      {groups.map(({ id, title, head, choices }) => (
        <li key={id} role="none" className={styles.group}>
          <fieldset aria-label={title}>
            {head && (
              <div className={styles.who}>
                <span className="cut">{head.text}</span>
                {head.note && <small className="cut">{head.note}</small>}
              </div>
            )}
            {title && <div className={styles.title}>{title}</div>}
            <ul role="none">
              {choices.map((choice) => (
                <Entry key={choice.id} choice={choice} onClose={onClose} />
              ))}
            </ul>
          </fieldset>
        </li>
      ))}
    </Menu>
  )
}

function Entry({ choice, onClose }: { choice: MenuChoice; onClose(): void }) {
  const { text, note, icon, href, onSelect, danger, disabled, checked, stays } = choice
  return (
    <MenuItem
      role={checked === undefined ? 'menuitem' : stays ? 'menuitemcheckbox' : 'menuitemradio'}
      aria-checked={checked}
      className={styles.entry}
      disabled={disabled}
      href={href}
      icon={icon && <Icon name={icon} size="small" />}
      intent={danger ? 'danger' : 'none'}
      labelElement={checked && <Icon name="check" size="small" />}
      multiline
      // Closed before it is done: what it opens takes the focus over from the button.
      shouldDismissPopover={false}
      tabIndex={-1}
      text={
        <>
          <span className="cut">{text}</span>
          {note && <small className="cut">{note}</small>}
        </>
      }
      textClassName={styles.words}
      onClick={() => {
        if (!stays) onClose()
        onSelect?.()
      }}
    />
  )
}
