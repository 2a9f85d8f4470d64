import charts from '#catalogue/rules/charts.json'
import { bandsOf } from '#engine/charts/model/bands.ts'
import { numbersOf } from '#engine/charts/model/lines.ts'
import type { Range } from '#engine/charts/model/range.ts'
import type { Track } from '#engine/charts/model/track.ts'
import type { BandSeries, BandTone, LineSeries, ToldBand } from '#engine/charts/series.ts'
import type { DeviceHead, PropertyAddress } from '#engine/ports.ts'
import { partKey } from '#engine/property/state/address.ts'
import { apart, labelOf, readPlaced, readPlain } from '#engine/property/state/words-of.ts'
import type { RawValue, WidgetRegistry, Words } from '#engine/widget.ts'
import { coerce, isOn } from '#gateway/lib/values/value-kinds.ts'
import { text } from '#i18n/useText.ts'
import type { ChartRules, StateCode } from '#schemas/generated/definitions/rules-charts.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'

const rules = charts as ChartRules

/** A value that is recorded, and where it is drawn. */
export interface Recordable {
  address: PropertyAddress
  head: DeviceHead
  placed: Placed
  /** A line of numbers, or bands of states (spec 2 §4). */
  draw: 'area' | 'step'
}

export const idOf = ({ device, service, property }: PropertyAddress): string =>
  `${device}/${service}/${property}`

/** What of a device is recorded, as its layout places it: first what it is for. */
export function recordablesOf(head: DeviceHead): readonly Recordable[] {
  const { layout } = head
  if (!layout) return []
  const { header, control, switches = [] } = layout.tile
  const placements = [
    header,
    control,
    ...switches,
    ...Object.values(layout.sections).flatMap((section) => section ?? []),
  ].filter((placed) => placed !== undefined)
  const found = new Map<string, Recordable>()
  for (const placed of placements.flatMap(apart)) {
    const { history, secret } = placed.value
    const key = partKey(placed)
    if (secret || (history !== 'area' && history !== 'step') || found.has(key)) continue
    const { service, property } = placed
    found.set(key, { address: { device: head.id, service, property }, head, placed, draw: history })
  }
  return [...found.values()]
}

/** What is drawn where nobody has chosen: the first number, and the states beside it. */
export function firstOf(all: readonly Recordable[], states: number): readonly Recordable[] {
  const main = all.filter(
    ({ placed }) => placed.value.category === undefined || placed.value.category === 'main',
  )
  const shown = main.length > 0 ? main : all
  return [
    ...shown.filter(({ draw }) => draw === 'area').slice(0, 1),
    ...shown.filter(({ draw }) => draw === 'step').slice(0, states),
  ]
}

interface Telling {
  widgets: WidgetRegistry
  words: Words
}

/** The name of a value; with that of its device where several stand in one chart. */
export const nameOf = ({ placed, head }: Recordable, words: Words, several: boolean): string =>
  several ? `${head.name}, ${labelOf(placed, words)}` : labelOf(placed, words)

export function lineOf(
  one: Recordable,
  track: Track,
  before: Track | undefined,
  { widgets, words }: Telling,
  several: boolean,
): LineSeries {
  const { placed } = one
  const { scale = 1, unit } = placed.value
  return {
    id: idOf(one.address),
    label: nameOf(one, words, several),
    unit,
    track: numbersOf(track, placed.value),
    ...(before && { before: numbersOf(before, placed.value) }),
    ...(placed.value.access?.includes('write') && { wanted: true }),
    ...(unit !== undefined && rules.counters.includes(unit) && { counter: true }),
    tell: (value) => readPlain(placed, value / scale, widgets, words),
  }
}

const iconOf = ({ value, options }: Placed): string | undefined =>
  value.icon ?? (typeof options.iconName === 'string' ? options.iconName : undefined)

/** What a recorded code means; undefined where the value says it itself (spec 2 §3: door locks). */
function codeOf(placed: Placed, raw: RawValue): StateCode | undefined {
  const { on, off } = placed.value
  if (on === undefined || off === undefined || typeof raw === 'boolean' || raw === on || raw === off)
    return undefined
  return rules.codes[iconOf(placed) ?? '']?.[String(raw)]
}

/** As the description names it: a code stands for one of its two sides. */
function namedOf(placed: Placed, raw: RawValue): RawValue {
  const code = codeOf(placed, raw)
  return code ? (placed.value[code.is] ?? raw) : raw
}

/** The colour of a state; nothing is drawn while a value says that nothing is on, open or there. */
export function toneOf({ placed, head }: Recordable, told: RawValue): BandTone | undefined {
  const { value } = placed
  const raw = namedOf(placed, told)
  if (raw === null || typeof raw === 'object') return undefined
  const known = coerce(value, raw)
  const paired = value.on !== undefined || value.off !== undefined
  const icon = iconOf(placed)
  const resting = icon !== undefined && rules.restingOn.includes(icon)
  const quiet = paired ? isOn(value, known) === resting : rules.quiet.includes(String(raw).toLowerCase())
  const level = value.levels?.[String(raw)] ?? (quiet ? undefined : value.levels?.on)
  if (level !== undefined) return level
  if (quiet) return undefined
  const { lit } = head.layout ?? {}
  if (lit && partKey(lit) === partKey(placed)) return 'lit'
  const named = (['danger', 'open', 'ok', 'lit'] as const).find(
    (tone) => icon !== undefined && rules.tones[tone]?.includes(icon),
  )
  return named ?? 'plain'
}

/** How far something is dimmed, 0 to 1: where a state is a number with ends. */
function levelOf({ value: { min, max, kind } }: Placed, raw: RawValue): number | undefined {
  const number = kind === 'range' || kind === 'number' ? coerce({ kind: 'number' }, raw) : undefined
  if (typeof number !== 'number' || min === undefined || max === undefined || max <= min) return undefined
  return Math.min(1, Math.max(0, (number - min) / (max - min)))
}

export function bandOf(
  one: Recordable,
  tracks: { now: Track; before: Track | undefined },
  range: Range,
  now: number,
  { widgets, words }: Telling,
  several: boolean,
): BandSeries {
  const { placed } = one
  const told = (track: Track, until: number): readonly ToldBand[] =>
    bandsOf(track, range, until).map((band) => {
      const level = levelOf(placed, band.value)
      return {
        ...band,
        tone: toneOf(one, band.value),
        ...(level !== undefined && { level }),
        word: wordOf(placed, band.value, widgets, words),
      }
    })
  return {
    id: idOf(one.address),
    label: nameOf(one, words, several),
    bands: told(tracks.now, now),
    ...(tracks.before && { before: told(tracks.before, Infinity) }),
  }
}

function wordOf(placed: Placed, told: RawValue, widgets: WidgetRegistry, words: Words): string {
  const { word } = codeOf(placed, told) ?? {}
  if (word !== undefined) return text.t(`history.codes.${word}`)
  const raw = namedOf(placed, told)
  const read = readPlaced(placed, new Map([[partKey(placed), raw]]), widgets, words)
  return read.unit === undefined ? read.text : `${read.text}\u00a0${read.unit}`
}

export type Faring = keyof ChartRules['status']

/** How a device or a gateway fared, as a band (spec 2 §4). */
export const statusBandOf = (
  { id, label, kind }: { id: string; label: string; kind: Faring },
  track: Track,
  range: Range,
  now: number,
  wordOfStep: (step: string) => string,
): BandSeries => ({
  id: `${id} status`,
  label,
  bands: bandsOf(
    { ...track, values: track.values.map((raw) => rules.status[kind][String(raw)] ?? null) },
    range,
    now,
  ).flatMap((band) => {
    const tone = rules.statusTones[String(band.value)]
    return tone === undefined ? [] : [{ ...band, tone, word: wordOfStep(String(band.value)) }]
  }),
})
