import type { KeyboardEvent } from 'react'

/** Arrow keys go from tile to tile while the focus is on a tile's name; Home and End to the first and last. */
export function moveBetweenTiles(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile-link]')]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1
  if (at < 0) return
  const next = targetOf(event.key, at, links.length, columnsOf(event.currentTarget))
  const link = next === undefined ? undefined : links[next]
  if (!link) return
  event.preventDefault()
  link.focus()
}

export function targetOf(key: string, at: number, count: number, columns: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined || next < 0 || next >= count ? undefined : next
}

/** How many tiles stand in a row; all groups are alike. */
export function columnsOf(grid: HTMLElement): number {
  const template = getComputedStyle(grid.firstElementChild ?? grid).gridTemplateColumns
  return template === '' || template === 'none' ? 1 : template.split(' ').length
}
