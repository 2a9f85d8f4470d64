import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { Reading } from '../widget.ts'
import type { Band } from './model/bands.ts'
import type { NumberTrack } from './model/lines.ts'

/** A number over time. */
export interface LineSeries {
  id: string
  label: string
  unit: string | undefined
  track: NumberTrack
  /** The period before, moved under this one. */
  before?: NumberTrack
  /** It only counts up: what matters is by how much. */
  counter?: boolean
  /** Somebody sets it. */
  wanted?: boolean
  /** A number as the screen shows it. */
  tell(value: number): Reading
}

export type BandTone = 'lit' | 'open' | 'ok' | 'gap' | 'danger' | 'warn' | 'plain'

export interface ToldBand extends Band {
  /** Nothing is drawn where there is none: it is off, closed, at rest. */
  tone: BandTone | undefined
  /** How much of the height it fills, 0 to 1: how far something is dimmed. */
  level?: number
  word: string
}

/** States over time. */
export interface BandSeries {
  id: string
  label: string
  bands: readonly ToldBand[]
  before?: readonly ToldBand[]
  /** What it comes to, where that is not how often and how long; it is no key figure then. */
  sum?: string
}

/** What moved a value. */
export interface Mark {
  at: number
  by: Cause['kind']
  icon: IconName
  /** "Scene Good morning". */
  what: string
  /** What began it, or what it did. */
  why?: string
  /** Where more of it is to be read. */
  href?: string
}

/** What is wanted, beside what became of it: drawn in dashes and without key figures (mock 14-device-history). */
export const isPlan = (line: LineSeries, lines: readonly LineSeries[]): boolean =>
  line.wanted === true && lines.some(({ wanted, unit }) => !wanted && unit === line.unit)

/** Most lines and units of one chart: with more nobody reads it. */
export const MOST_LINES = 3
export const MOST_UNITS = 2

/** The units of a chart's two axes, the first one at the left. */
export const unitsOf = (lines: readonly Pick<LineSeries, 'unit'>[]): readonly (string | undefined)[] =>
  [...new Set(lines.map(({ unit }) => unit))].slice(0, MOST_UNITS)
