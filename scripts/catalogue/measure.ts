import { type BridgeAddress, describeExposes } from '#gateway/drivers/zigbee2mqtt/describe.ts'
import type { Expose } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import { operable } from '#gateway/lib/layout/choose.ts'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { readable } from '#gateway/lib/values/value-kinds.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'

export interface Measured {
  pairs: number
  /** Every value of the pair is on screen: read where it can be read, with a control where it can only be set. */
  shown: string[]
  /** And can be set where it can be set. */
  operable: string[]
  missing: string[]
}

interface Drawn {
  shown: boolean
  operable: boolean
}

/** How much of what a model exposes its layout draws. A pair is one entry of the model's exposes. */
export function measure(rules: CatalogueRules, exposes: readonly Expose[], model?: DeviceModel): Measured {
  const { services, addresses } = describeExposes(exposes, rules)
  const layout = layoutFor(rules, { class: 'measured', service_list: services }, model)
  const drawn = new Map<string, Drawn>()
  for (const placed of Object.values(layout.sections).flat()) note(placed, drawn)
  const result: Measured = { pairs: exposes.length, shown: [], operable: [], missing: [] }
  for (const expose of exposes) {
    const leaves = leavesOf(expose).map((key) => stateOf(key, addresses, drawn))
    const name = expose.name ?? expose.type
    if (leaves.every((leaf) => leaf.shown)) result.shown.push(name)
    else result.missing.push(name)
    if (leaves.every((leaf) => leaf.operable)) result.operable.push(name)
  }
  return result
}

function note({ service, property, options, value, more = [] }: Placed, drawn: Map<string, Drawn>): void {
  for (const part of [{ service, property, value }, ...more]) {
    const works = operable(part.value, options.propertyType)
    drawn.set(`${part.service}/${part.property}`, { shown: works || readable(part.value), operable: works })
  }
}

const COMPOUND: ReadonlySet<string> = new Set(['light', 'switch', 'fan', 'cover', 'lock', 'climate'])

const leavesOf = (expose: Expose): string[] =>
  (COMPOUND.has(expose.type) ? expose.features : [expose]).map((leaf) => leaf.property ?? leaf.name ?? '')

function stateOf(key: string, addresses: readonly BridgeAddress[], drawn: ReadonlyMap<string, Drawn>): Drawn {
  const at = addresses.find((address) => address.key === key)
  return (at && drawn.get(`${at.service}/${at.property}`)) ?? { shown: false, operable: false }
}
