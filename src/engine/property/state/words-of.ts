import { nameOf } from '#gateway/lib/names/names.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { arrived, type RawValue, type Reading, type WidgetRegistry, type Words } from '../../widget.ts'
import { type Part, partKey, partsOf } from './address.ts'
import { firstTime } from './faults.ts'

/** Name of a placement: its own text, else the property's. */
export const labelOf = (placed: Placed, words: Words): string =>
  nameOf(placed, words, placed.options.translateServiceDifferent)

/** The values of a placement by `service/property`. */
export const valuesOf = (
  placed: Placed,
  states: readonly { value: RawValue | undefined }[],
): ReadonlyMap<string, RawValue> =>
  new Map(partsOf(placed).map((part, index) => [partKey(part), states[index]?.value ?? null]))

/** A placement's values in words, by its own widget; an unknown type gives the bare value. */
export function readPlaced(
  placed: Placed,
  values: ReadonlyMap<string, RawValue>,
  widgets: WidgetRegistry,
  words: Words,
): Reading {
  const registered = widgets.get(placed.options.propertyType)
  const raw = values.get(partKey(placed))
  if (!registered) return { text: plain(raw) }
  const widget = arrived(registered)
  // Words need not wait for a widget's code: its first value is enough.
  if (!widget) return readPlaced(alone(placed, placed), values, widgets, words)
  try {
    if (widget.panel) return widget.read(values, widget.options(placed), words)
    const options = widget.options(placed.value, placed)
    return widget.read(widget.decode(raw ?? undefined, options), options, words)
  } catch (error) {
    reportUnread(placed.options.propertyType, error)
    return { text: plain(raw) }
  }
}

const unread = new Set<string>()

/** Words are read everywhere, also where no boundary stands: the bare value goes instead, said once for each type (U-01). */
function reportUnread(type: string, error: unknown): void {
  if (unread.has(type)) return
  unread.add(type)
  // Nobody's event: the window hands it to no widget.
  firstTime(error)
  reportError(error)
}

/** One value of a placement in words, e.g. the one that was asked for. */
export function readPart(
  part: Part,
  placed: Placed,
  raw: RawValue,
  widgets: WidgetRegistry,
  words: Words,
): Reading {
  const own = partKey(part) === partKey(placed) && widgets.get(placed.options.propertyType)?.panel !== true
  if (own) return readPlaced(placed, new Map([[partKey(part), raw]]), widgets, words)
  return readPlaced(alone(part, placed), new Map([[partKey(part), raw]]), widgets, words)
}

/** One value of a placement as if it were placed by itself. */
const alone = ({ service, property, value }: Part, { section, grid }: Placed): Placed => ({
  service,
  property,
  value,
  section,
  grid,
  options: { propertyType: 'serviceWithUnit' },
})

/** Each value of a placement that shows several. */
export const apart = (placed: Placed): readonly Placed[] =>
  placed.more ? partsOf(placed).map((part) => alone(part, placed)) : [placed]

/** A number of a placement as it stands by itself, not rounded to what can be set. */
export const readPlain = (placed: Placed, raw: RawValue, widgets: WidgetRegistry, words: Words): Reading =>
  readPlaced(alone(placed, placed), new Map([[partKey(placed), raw]]), widgets, words)

/** A value without a widget: as it is, at a bearable length. */
export function plain(raw: RawValue | undefined): string {
  if (raw === undefined || raw === null) return '–'
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? '–')
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

/** The unit as it follows its figure: a degree sign stands close, everything else keeps its distance. */
export const afterFigure = (unit: string): string => (unit === '°' ? unit : `\u00a0${unit}`)

/** Figure and unit as one phrase that never breaks between them. */
export const phrase = ({ text, unit }: Reading): string => (unit ? text + afterFigure(unit) : text)
