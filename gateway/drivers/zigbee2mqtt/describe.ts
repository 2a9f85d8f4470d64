import type { Wire } from '#gateway/core/ports.ts'
import { propertyOf } from '#gateway/lib/models/as-device.ts'
import { addressOf, type CatalogueRules, isRuled } from '#gateway/lib/models/catalogue-rules.ts'
import { describe } from '#gateway/lib/models/describe.ts'
import { spoken } from '#gateway/lib/models/text-keys.ts'
import { baseOf } from '#gateway/lib/names/names.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Property, Service } from '#schemas/generated/entities/device.ts'
import type { Fields } from '../shared/fields.ts'
import { slug } from '../shared/slug.ts'
import type { Expose } from './wire.ts'

/** Where a property lives on the bridge. */
export interface BridgeAddress {
  service: string
  property: string
  /** Key of the state message; with its endpoint: `state_left`. */
  key: string
  kind: Value['kind']
  readable: boolean
  gettable: boolean
  event: boolean
  main: boolean
  described: Property
  /** Where in the state message it stands, when not under its key. */
  path?: readonly string[]
  /** The value that means that there is none. */
  absent?: Wire
  /** What is asked of the bridge itself when it is set; all others are sent to the device. */
  request?: (value: Wire) => readonly BridgeRequest[]
}

/** A request to the bridge, and what its answer says of the property. */
export interface BridgeRequest {
  request: string
  body: Fields
  /** Ms that it may take. */
  patience?: number
  answer?: (data: Fields) => Wire | undefined
}

export interface Described {
  services: Service[]
  addresses: readonly BridgeAddress[]
}

/** Bits of an expose's access: in published states, settable, readable on demand. */
const published = 1
const settable = 2
const gettable = 4

const specific = new Set(['light', 'switch', 'fan', 'cover', 'lock', 'climate'])

interface Leaf {
  expose: Expose
  /** What it is called: names of several alike say nothing of which it is, some say nothing at all. */
  name: string
  compound?: string
  endpoint?: string
}

/** Services and properties from the exposes of a device, and where each of them lives on the bridge. */
export function describeExposes(exposes: readonly Expose[], rules: CatalogueRules): Described {
  const services = new Map<string, Service>()
  const addresses: BridgeAddress[] = []
  const leaves = exposes.flatMap((expose) => leavesOf(expose, rules))
  const ambiguous = ambiguousOf(leaves)
  for (const leaf of leaves) {
    const { expose } = leaf
    const key = expose.property ?? expose.name
    const kind = kindOf(expose)
    if (!key || !kind) continue
    // color_xy and color_hs are two encodings of one colour: the first one is enough.
    if (kind === 'color' && addresses.some((one) => one.key === key)) continue
    const at = placeOf(leaf, rules, key, addresses)
    const event = at.event && !(expose.access & settable)
    const value = describe(rules, at, {
      ...describedValue(expose, kind, event),
      ...(at.endpoint !== undefined && { endpoint: at.endpoint }),
    })
    if (ambiguous.has(labelOf(leaf))) delete value.label
    const property = propertyOf(at.property, value)
    const service = services.get(at.service) ?? { name: at.service, type: at.service, property_list: [] }
    service.property_list.push(property)
    services.set(at.service, service)
    addresses.push({
      service: at.service,
      property: at.property,
      key,
      kind,
      readable: value.access.includes('read'),
      gettable: value.access.includes('get'),
      event,
      main: expose.category === undefined,
      described: property,
    })
  }
  return { services: [...services.values()], addresses }
}

function leavesOf(expose: Expose, rules: CatalogueRules): Leaf[] {
  const { type } = expose
  if (specific.has(type))
    return expose.features.flatMap((feature) => leafOf(feature, rules, type, expose.endpoint))
  return leafOf(expose, rules)
}

function leafOf(expose: Expose, rules: CatalogueRules, compound?: string, ofCompound?: string): Leaf[] {
  const { name, property = name } = expose
  if (name === undefined || property === undefined) return []
  const endpoint = expose.endpoint ?? ofCompound
  const own = baseOf({ property, value: { endpoint } })
  if (own === name) return [{ expose, name, compound, endpoint }]
  // A switch that is called something else switches just that: `state` at window_detection.
  if (compound === undefined || compound === 'switch' || isRuled(rules, own))
    return [{ expose, name: own, endpoint }]
  return [{ expose, name, compound, endpoint }]
}

/** Two that the bridge calls the same are better called by their wire names; of endpoints the endpoint says which. */
function ambiguousOf(leaves: readonly Leaf[]): ReadonlySet<string> {
  const names = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const leaf of leaves) {
    const label = labelOf(leaf)
    const known = names.get(label)
    if (known === undefined) names.set(label, leaf.name)
    else if (known !== leaf.name) ambiguous.add(label)
  }
  return ambiguous
}

const labelOf = ({ expose, endpoint = '' }: Leaf): string => `${endpoint}/${expose.label ?? ''}`

/** Service and property of a leaf; what the rules would put in a taken place keeps its own name. */
function placeOf(
  { expose, name, compound, endpoint }: Leaf,
  rules: CatalogueRules,
  key: string,
  taken: readonly BridgeAddress[],
) {
  const { service, property, rule } = addressOf(rules, {
    name,
    compound,
    endpoint,
    category: expose.category,
    writable: (expose.access & settable) !== 0,
  })
  const isTaken = taken.some((one) => one.service === service && one.property === property)
  const placed = isTaken ? key : property
  return {
    service,
    property: placed,
    event: rule?.event === true,
    endpoint: endpoint !== undefined && placed.endsWith(`_${endpoint}`) ? endpoint : undefined,
  }
}

function kindOf(expose: Expose): Value['kind'] | undefined {
  switch (expose.type) {
    case 'numeric':
      return expose.access & settable && expose.min !== undefined && expose.max !== undefined
        ? 'range'
        : 'number'
    case 'binary':
      return 'bool'
    case 'enum':
      return 'option'
    case 'text':
      return 'text'
    case 'composite':
      return expose.name === 'color_xy' || expose.name === 'color_hs' ? 'color' : 'object'
    case 'list':
      return 'list'
    default:
      return undefined
  }
}

/** Some definitions call values by the names that they have in their code. */
const RUN_TOGETHER = /^[A-Za-z\d]*[a-z]{2}[A-Z][a-z][A-Za-z\d]*$/

function describedValue(expose: Expose, kind: Value['kind'], event = false): Value {
  const { label, description, category, unit, min, max, step, on, off, toggle, lengthMin, lengthMax } = expose
  const fields = kind === 'object' ? fieldsOf(expose.features) : undefined
  const item = expose.item && kindOf(expose.item)
  const value: Value = {
    kind,
    access: accessOf(expose.access, event),
    label: label !== undefined && RUN_TOGETHER.test(label) ? spoken(slug(label)) : label,
    description,
    category,
    unit,
    min,
    max,
    step: step !== undefined && step > 0 ? step : undefined,
    on,
    off,
    toggle,
    options: kind === 'option' ? expose.values.map((one) => ({ value: one })) : undefined,
    presets:
      expose.presets.length > 0
        ? expose.presets.map(({ name, value }) => ({ value, label: name }))
        : undefined,
    fields,
    item: expose.item && item ? describedValue(expose.item, item) : undefined,
    lengthMin,
    lengthMax,
  }
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as typeof value
}

export function fieldsOf(features: readonly Expose[]): Record<string, Value> {
  const fields = features.flatMap((feature) => {
    const kind = kindOf(feature)
    const name = feature.property ?? feature.name
    return kind && name ? [[name, describedValue(feature, kind)] as const] : []
  })
  return Object.fromEntries(fields)
}

function accessOf(bits: number, event: boolean): Value['access'] {
  if (event) return ['event']
  const access: Value['access'] = []
  if (bits & (published | gettable)) access.push('read')
  if (bits & settable) access.push('write')
  if (bits & gettable) access.push('get')
  return access
}
