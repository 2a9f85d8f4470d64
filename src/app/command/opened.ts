import { Cell } from '#lib/cell.ts'

/** What lies over the page: the palette, the list of keys, or nothing. */
export const opened = new Cell<'palette' | 'keys' | undefined>(undefined)
