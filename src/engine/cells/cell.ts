import type { ComponentType } from 'react'
import type { Cell, Column, MarkTone } from '#schemas/generated/definitions/screen.ts'
import type { DeviceHead, DeviceLink, PropertyAddress, Row } from '../ports.ts'
import type { WidgetRegistry, Words } from '../widget.ts'

export interface CellProps {
  /** Path of the value; states find their words by it. */
  field: string
  value: unknown
  row: Row
  /** Its words are those of `status.<as>` now. */
  as?: string | undefined
  /** How serious the value is, where its column says so. */
  tone?: MarkTone | undefined
  /** Value that stands quietly below. */
  note?: unknown
  /** Icons by value, where the column has them. */
  icons?: Readonly<Record<string, string>> | undefined
  /** The row is called by it. */
  names?: boolean
  noteCell?: Column['noteCell']
  /** Of how many a number is one. */
  whole?: unknown
}

/** What a value is told with where nothing is drawn. */
export interface Telling {
  link: Pick<DeviceLink, 'get'>
  widgets: WidgetRegistry
  words: Words
}

/** What a value is written with in a file. */
export interface Writing {
  /** Path of the value, by which its words are found. */
  field: string
  say(key: string, fallback?: string): string
  flags: ReadonlySet<string>
}

/** A value that the channel keeps rather than the row. */
export interface LiveValue {
  watches(head: DeviceHead): readonly PropertyAddress[]
  /** What rows are ordered by; undefined stands last, whichever way. */
  key(head: DeviceHead, telling: Telling): string | number | undefined
}

/** How one value of a row is drawn. */
export interface CellKind {
  kind: Cell
  Component: ComponentType<CellProps>
  live?: LiveValue
  /** What a file says of a value, where that is neither what the row holds nor its word. */
  written?(value: unknown, row: Row, writing: Writing): string
  /** Where it stands on a phone's card; without one it is left out there. */
  card?: 'head' | 'line' | 'corner' | 'tag' | 'below'
  /** On a card it says nothing without the name of its column, which no head stands above there. */
  named?: boolean
  /** What a card draws instead, e.g. nothing while all is well. */
  CardComponent?: ComponentType<CellProps>
  /** What stands before all words of a card, e.g. a face. */
  CardBefore?: ComponentType<CellProps>
}

export const defineCell = (cell: CellKind): CellKind => cell

/** Rows of `live: devices` carry the head of their device. */
export const headOf = (row: Row): DeviceHead | undefined => row.head as DeviceHead | undefined

/** Epoch ms of a time on the wire; undefined for what is none. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** A time in a file: one that programs read, whatever the language. */
export function writtenTime(value: unknown): string {
  const at = timeOf(value)
  return at === undefined ? textOf(value) : new Date(at).toISOString()
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  // Somebody, or something else of several parts, is called by what it says of itself.
  if (typeof value === 'object')
    return Object.values(value)
      .filter((part) => typeof part === 'string')
      .join(' ')
  return String(value)
}
