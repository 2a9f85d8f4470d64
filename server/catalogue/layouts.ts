import { createHash } from 'node:crypto'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { Matching } from '#gateway/lib/models/match.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { speechOf, type Vocabulary } from './speech/speech.ts'

export interface HashedLayout {
  /** 32 hex digits; the same layout has the same one everywhere. */
  hash: string
  layout: DeviceLayout
}

/** The same value always as the same text, however its objects were put together. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
  return `{${parts.join(',')}}`
}

const hashOf = (layout: DeviceLayout): string =>
  createHash('sha256').update(canonical(layout)).digest('hex').slice(0, 32)

/** What the layout of a device depends on, as a text: its model and descriptions, never its values. */
function shapeOf({
  class: model,
  device_manufacturer,
  match,
  service_list,
  quick_properties,
  serviceInHeader,
}: Device): string {
  return JSON.stringify([
    model,
    device_manufacturer,
    match,
    quick_properties,
    serviceInHeader,
    service_list.map(({ property_list, ...service }) => [
      service,
      property_list.map(({ value: _value, at: _at, recalled: _recalled, ...described }) => described),
    ]),
  ])
}

/** Homes may change their devices without end; only so many layouts are remembered, the longest unused go first. */
const REMEMBERED = 4000

function remember<T>(table: Map<string, T>, key: string, value: T): void {
  table.delete(key)
  table.set(key, value)
  const [oldest] = table.keys()
  if (table.size > REMEMBERED && oldest !== undefined) table.delete(oldest)
}

/** Layouts by shape and by hash. Those by hash outlive a change of the catalogue, since clients may still ask for them. */
export class Layouts {
  #byShape = new Map<string, HashedLayout>()
  readonly #byHash = new Map<string, DeviceLayout>()

  of(device: Device, rules: CatalogueRules, matching: Matching, vocabulary: Vocabulary): HashedLayout {
    const shape = shapeOf(device)
    const known = this.#byShape.get(shape)
    if (known) {
      remember(this.#byShape, shape, known)
      return known
    }
    const model = matching.modelOf(device)
    const drawn = layoutFor(rules, device, model)
    const layout = { ...drawn, speech: speechOf(drawn, model, vocabulary) }
    const hashed = { hash: hashOf(layout), layout }
    remember(this.#byShape, shape, hashed)
    remember(this.#byHash, hashed.hash, layout)
    return hashed
  }

  byHash(hash: string): DeviceLayout | undefined {
    return this.#byHash.get(hash)
  }

  /** The catalogue has changed: all is worked out anew when it is asked for. */
  forget(): void {
    this.#byShape = new Map()
  }
}
