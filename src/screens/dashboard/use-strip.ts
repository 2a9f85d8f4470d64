import { useMemo, useSyncExternalStore } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead, DeviceLink } from '#engine/ports.ts'
import { useDevices, useLink } from '#engine/property/state/useHome.ts'
import type { RawValue } from '#engine/widget.ts'
import { coerce, isOn } from '#gateway/lib/values/value-kinds.ts'
import type { StripCell } from '#schemas/generated/definitions/rules-dashboard.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { rules } from './rules.ts'
import { iconOf, isAway, numbersOf, type PlacedAt, statesOf } from './values.ts'

/** A cell with what it says; without a figure nothing is known yet. */
export interface Said {
  cell: StripCell
  figure: number | undefined
  unit: string | undefined
  /** Of what is counted, how many there are under which icon. */
  counted: readonly (readonly [icon: string, count: number])[]
}

interface Source {
  cell: StripCell
  values: readonly PlacedAt[]
}

function valuesFor(
  { units, icons, outside, types = [] }: StripCell,
  heads: readonly DeviceHead[],
  outdoors: ReadonlySet<string>,
): readonly PlacedAt[] {
  return heads.flatMap((head) => {
    if (isAway(head.status)) return []
    const isOut = types.includes(head.type) || (head.room !== undefined && outdoors.has(head.room.id))
    if (outside !== undefined && outside !== isOut) return []
    // Inside is a room: what is in none may be anywhere.
    if (outside === false && !head.room) return []
    return units ? numbersOf(head, units).slice(0, 1) : icons ? statesOf(head, icons).slice(0, 1) : []
  })
}

class StripStore {
  readonly #link: DeviceLink
  readonly #sources: readonly Source[]
  #said: readonly Said[] | undefined

  constructor(link: DeviceLink, sources: readonly Source[]) {
    this.#link = link
    this.#sources = sources
  }

  get = (): readonly Said[] => {
    this.#said ??= this.#make()
    return this.#said
  }

  subscribe = (wake: () => void): (() => void) => {
    const look = (): void => {
      const next = this.#make()
      if (next.every((one, at) => sameSaid(one, this.#said?.[at]))) return
      this.#said = next
      wake()
    }
    // Every value of a home counts here, so that the strip must not follow every change.
    const ends = this.#sources.flatMap(({ values }) =>
      values.map(({ address }) => this.#link.subscribe(address, look, 'calm')),
    )
    return () => {
      for (const end of ends) end()
    }
  }

  #make(): readonly Said[] {
    return this.#sources.map(({ cell, values }) => ({
      cell,
      figure: figureOf(cell, values, this.#link),
      unit: cell.how === 'count' ? undefined : values[0]?.placed.value.unit,
      counted: cell.how === 'count' ? countedOf(values, this.#link) : [],
    }))
  }
}

const sameSaid = (a: Said, b: Said | undefined): boolean =>
  a.figure === b?.figure && String(a.counted) === String(b?.counted)

type Reads = Pick<DeviceLink, 'get'>

/** Whether it is on; undefined where nobody knows. */
function onAt({ address, placed: { value } }: PlacedAt, link: Reads): boolean | undefined {
  const told = link.get(address).value
  return told === undefined || told === null ? undefined : isOn(value, coerce(value, told))
}

/** How many are on under each icon, the most first. */
function countedOf(values: readonly PlacedAt[], link: Reads): Said['counted'] {
  const counts = new Map<string, number>()
  for (const one of values) {
    const icon = iconOf(one.placed) ?? ''
    if (onAt(one, link)) counts.set(icon, (counts.get(icon) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

export function figureOf(
  { how, digits = 0 }: StripCell,
  values: readonly PlacedAt[],
  link: Reads,
): number | undefined {
  if (how === 'count') {
    const known = values.map((one) => onAt(one, link)).filter((on) => on !== undefined)
    return known.length === 0 ? undefined : known.filter(Boolean).length
  }
  const numbers = values.flatMap(({ address, placed: { value } }) => {
    const number = numberOf(value, link.get(address).value ?? null)
    return number === undefined ? [] : [number]
  })
  if (numbers.length === 0) return undefined
  const sum = numbers.reduce((all, one) => all + one, 0)
  return Number((how === 'sum' ? sum : sum / numbers.length).toFixed(digits))
}

function numberOf({ scale = 1 }: Value, raw: RawValue) {
  const number = coerce({ kind: 'number' }, raw)
  return typeof number === 'number' && Number.isFinite(number) ? number * scale : undefined
}

/** How the home is, in the cells that it has values for; undefined while nobody knows yet what is outside. */
export function useStrip(): readonly Said[] | undefined {
  const { link, home } = usePorts()
  const { heads } = useDevices()
  const { state } = useLink()
  const floors = useSyncExternalStore(home.subscribe, home.floors)
  const store = useMemo(() => {
    const outdoors = new Set(
      (floors ?? [])
        .flatMap(({ rooms }) => rooms)
        .flatMap(({ id, icon }) => (icon !== undefined && rules.outside?.includes(icon) ? [id] : [])),
    )
    const sources = rules.strip
      .flatMap((cell) => ('component' in cell ? [] : [cell]))
      .map((cell) => ({ cell, values: valuesFor(cell, heads, outdoors) }))
      .filter(({ values }) => values.length > 0)
    return new StripStore(link, sources)
  }, [link, heads, floors])
  const said = useSyncExternalStore(store.subscribe, store.get)
  return floors === undefined && (state === 'connecting' || state === 'live') ? undefined : said
}
