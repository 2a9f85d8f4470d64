import {
  type Fields,
  isDefined,
  isFields,
  listOf as list,
  numberOf as number,
  textOf as text,
} from '../shared/fields.ts'

/** What Zigbee2MQTT publishes, as far as we read it; everything is checked here once, since it comes from the network. */

export interface Expose {
  type: string
  name?: string
  property?: string
  label?: string
  description?: string
  endpoint?: string
  access: number
  category?: 'config' | 'diagnostic'
  unit?: string
  min?: number
  max?: number
  step?: number
  presets: readonly { name: string; value: number | string }[]
  on?: Plain
  off?: Plain
  toggle?: Plain
  values: readonly Plain[]
  features: readonly Expose[]
  item?: Expose
  lengthMin?: number
  lengthMax?: number
}

export type Plain = string | number | boolean

export interface BridgeDevice {
  ieee: string
  name: string
  type: 'Coordinator' | 'Router' | 'EndDevice' | 'Unknown'
  disabled: boolean
  supported: boolean
  interview: 'PENDING' | 'IN_PROGRESS' | 'SUCCESSFUL' | 'FAILED'
  battery: boolean
  networkAddress?: number
  manufacturer?: string
  modelId?: string
  firmware?: string
  definition?: {
    vendor: string
    model: string
    /** What it is, in a few English words. */
    description?: string
    exposes: readonly Expose[]
    /** What can be set of how the bridge treats it. */
    options: readonly Expose[]
    updatable: boolean
  }
  endpoints: readonly Endpoint[]
}

interface Endpoint {
  id: string
  /** What it can do to others. */
  output: readonly string[]
  bindings: readonly { cluster: string; target: string; endpoint?: number }[]
}

/** One entry of bridge/groups. */
export interface BridgeGroup {
  id: number
  name: string
  members: readonly string[]
}

const plain = (value: unknown): Plain | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

/** Leaves deeper than this are no device that anybody built. */
const deepest = 6

function expose(value: unknown, depth = 0): Expose | undefined {
  if (!isFields(value) || typeof value.type !== 'string' || depth > deepest) return undefined
  const { category } = value
  return {
    type: value.type,
    name: text(value.name),
    property: text(value.property, 128),
    label: text(value.label),
    description: text(value.description, 2000),
    endpoint: text(value.endpoint, 64),
    access: number(value.access) ?? 0,
    category: category === 'config' || category === 'diagnostic' ? category : undefined,
    unit: text(value.unit, 24),
    min: number(value.value_min),
    max: number(value.value_max),
    step: number(value.value_step),
    presets: list(value.presets).map(preset).filter(isDefined),
    on: plain(value.value_on),
    off: plain(value.value_off),
    toggle: plain(value.value_toggle),
    values: list(value.values).map(plain).filter(isDefined),
    features: list(value.features)
      .map((one) => expose(one, depth + 1))
      .filter(isDefined),
    item: expose(value.item_type, depth + 1),
    lengthMin: number(value.length_min),
    lengthMax: number(value.length_max),
  }
}

/** Some converters have presets whose value is a list: those can't be offered. */
function preset(value: unknown): { name: string; value: number | string } | undefined {
  if (!isFields(value)) return undefined
  const { name, value: worth } = value
  if (typeof name !== 'string' || (typeof worth !== 'number' && typeof worth !== 'string')) return undefined
  return { name, value: worth }
}

/** One entry of bridge/devices; undefined when it is none. */
export function bridgeDevice(value: unknown): BridgeDevice | undefined {
  if (!isFields(value)) return undefined
  const { ieee_address: ieee, friendly_name: name, definition } = value
  if (typeof ieee !== 'string' || !/^0x[0-9a-f]{16}$/i.test(ieee)) return undefined
  if (!isName(name)) return undefined
  return {
    ieee: ieee.toLowerCase(),
    name,
    type: oneOf(['Coordinator', 'Router', 'EndDevice'], value.type) ?? 'Unknown',
    disabled: value.disabled === true,
    supported: value.supported !== false,
    interview: interviewOf(value),
    battery: value.power_source === 'Battery',
    networkAddress: number(value.network_address),
    manufacturer: text(value.manufacturer),
    modelId: text(value.model_id),
    firmware: text(value.software_build_id),
    definition: isFields(definition)
      ? {
          vendor: text(definition.vendor) ?? '',
          model: text(definition.model) ?? '',
          // What the bridge made up itself it calls just that.
          description: definition.source === 'generated' ? undefined : text(definition.description),
          exposes: list(definition.exposes)
            .map((one) => expose(one))
            .filter(isDefined),
          options: list(definition.options)
            .map((one) => expose(one))
            .filter(isDefined),
          updatable: definition.supports_ota === true,
        }
      : undefined,
    endpoints: isFields(value.endpoints) ? Object.entries(value.endpoints).flatMap(endpoint) : [],
  }
}

function endpoint([id, value]: [string, unknown]): Endpoint[] {
  if (!isFields(value) || !/^\d{1,3}$/.test(id)) return []
  const clusters = isFields(value.clusters) ? value.clusters : {}
  return [
    {
      id,
      output: list(clusters.output).flatMap((one) => text(one, 64) ?? []),
      bindings: list(value.bindings).slice(0, 200).flatMap(binding),
    },
  ]
}

function binding(value: unknown): Endpoint['bindings'] {
  if (!isFields(value) || !isFields(value.target)) return []
  const cluster = text(value.cluster, 64)
  const { type, ieee_address, endpoint: at, id } = value.target
  const target = type === 'group' ? number(id)?.toString() : text(ieee_address, 18)
  return cluster && target
    ? [{ cluster, target, ...(number(at) !== undefined && { endpoint: number(at) }) }]
    : []
}

/** Undefined when it is no group. */
export function bridgeGroup(value: unknown): BridgeGroup | undefined {
  if (!isFields(value)) return undefined
  const { id, friendly_name: name } = value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > 0xffff || !isName(name))
    return undefined
  const members = list(value.members).flatMap((one) =>
    isFields(one) && typeof one.ieee_address === 'string' ? [one.ieee_address.toLowerCase()] : [],
  )
  return { id, name, members: [...new Set(members)] }
}

/** A name that is a wildcard would subscribe to other people's topics. */
const isName = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && name.length <= 256 && !/[#+\0]/.test(name)

function interviewOf(value: Fields): BridgeDevice['interview'] {
  const said = oneOf(['PENDING', 'IN_PROGRESS', 'SUCCESSFUL', 'FAILED'], value.interview_state)
  if (said) return said
  if (value.interviewing === true) return 'IN_PROGRESS'
  return value.interview_completed === false ? 'PENDING' : 'SUCCESSFUL'
}

const oneOf = <T extends string>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => word === value)
