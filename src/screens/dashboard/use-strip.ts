import { useMemo, useSyncExternalStore } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead, DeviceLink, PropertyAddress } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import type { RawValue } from '#engine/widget.ts'
import { coerce, isOn } from '#gateway/lib/values/value-kinds.ts'
import type { StripCell } from '#schemas/generated/definitions/rules-dashboard.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { rules } from './rules.ts'
import { isAway, numbersOf, type PlacedAt, statesOf } from './values.ts'

/** A cell with what it says; without a figure nothing is known yet. */
export interface Said {
  cell: StripCell
  figure: number | undefined
  unit: string | undefined
}

interface Source {
  cell: StripCell
  values: readonly PlacedAt[]
}

/** Every value of a home counts here: the strip follows four times a second, not with each of them. */
const PAUSE_MS = 250

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
  #due = false

  constructor(link: DeviceLink, sources: readonly Source[]) {
    this.#link = link
    this.#sources = sources
  }

  get = (): readonly Said[] => {
    this.#said ??= this.#make()
    return this.#said
  }

  subscribe = (wake: () => void): (() => void) => {
    let over = false
    const look = (): void => {
      if (this.#due) return
      this.#due = true
      setTimeout(() => {
        this.#due = false
        const next = this.#make()
        if (over || next.every(({ figure }, at) => figure === this.#said?.[at]?.figure)) return
        this.#said = next
        wake()
      }, PAUSE_MS)
    }
    const ends = this.#sources.flatMap(({ values }) =>
      values.map(({ address }) => this.#link.subscribe(address, look)),
    )
    return () => {
      over = true
      for (const end of ends) end()
    }
  }

  #make(): readonly Said[] {
    return this.#sources.map(({ cell, values }) => ({
      cell,
      figure: figureOf(cell, values, this.#link),
      unit: cell.how === 'count' ? undefined : values[0]?.placed.value.unit,
    }))
  }
}

export function figureOf(
  { how, digits = 0 }: StripCell,
  values: readonly PlacedAt[],
  link: Pick<DeviceLink, 'get'>,
): number | undefined {
  const raw = (address: PropertyAddress) => link.get(address).value
  if (how === 'count') {
    const known = values.flatMap(({ address, placed: { value } }) => {
      const told = raw(address)
      return told === undefined || told === null ? [] : [isOn(value, coerce(value, told))]
    })
    return known.length === 0 ? undefined : known.filter(Boolean).length
  }
  const numbers = values.flatMap(({ address, placed: { value } }) => {
    const told = raw(address)
    const number = numberOf(value, told ?? null)
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

/** How the home is, in the cells that it has values for. */
export function useStrip(): readonly Said[] {
  const { link, home } = usePorts()
  const { heads } = useDevices()
  const floors = useSyncExternalStore(home.subscribe, home.floors)
  const store = useMemo(() => {
    const outdoors = new Set(
      (floors ?? [])
        .flatMap(({ rooms }) => rooms)
        .flatMap(({ id, icon }) => (icon !== undefined && rules.outside?.includes(icon) ? [id] : [])),
    )
    const sources = rules.strip
      .map((cell) => ({ cell, values: valuesFor(cell, heads, outdoors) }))
      .filter(({ values }) => values.length > 0)
    return new StripStore(link, sources)
  }, [link, heads, floors])
  return useSyncExternalStore(store.subscribe, store.get)
}
