import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { isTyping } from '#lib/typing.ts'

/** `/` puts the focus into the search (docs/behaviour.md, "Keys"), unless something is being typed. */
export function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      if (document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [input])
}

/** Arrow keys move from row to row, Home and End to the first and last. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-open]')]
  const here =
    event.target instanceof Element
      ? event.target.closest('[data-row]')?.querySelector<HTMLElement>('[data-open]')
      : null
  const at = here ? rows.indexOf(here) : -1
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  }
  const wanted = next[event.key]
  if (wanted === undefined || isTyping(event.target)) return
  event.preventDefault()
  rows[Math.max(0, Math.min(rows.length - 1, wanted))]?.focus()
}

/** What was scrolled to is drawn within a few frames. */
const FRAMES = 20

function focusWhenDrawn(list: HTMLElement, index: number, frames = FRAMES): void {
  const row = list.querySelector<HTMLElement>(`[data-index="${index}"] [data-open]`)
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(list, index, frames - 1))
}

/** The same where only those in sight are drawn: Home and End lead to the first and last of all, arrows to the next. */
export function moveInLongList(
  event: KeyboardEvent<HTMLElement>,
  count: number,
  scrollTo: (index: number) => void,
): void {
  const list = event.currentTarget
  const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : undefined
  const at = Number(here?.dataset.index)
  const ways: Readonly<Record<string, number>> = {
    Home: 0,
    End: count - 1,
    ArrowDown: Math.min(count - 1, at + 1),
    ArrowUp: Math.max(0, at - 1),
  }
  const index = ways[event.key]
  const beside = event.key.startsWith('Arrow') && list.querySelector(`[data-index="${index}"]`) !== null
  if (index === undefined || Number.isNaN(index) || beside || isTyping(event.target))
    return moveBetweenRows(event)
  event.preventDefault()
  if (index === 0) window.scrollTo({ top: 0 })
  else scrollTo(index)
  focusWhenDrawn(list, index)
}
