import { propertyOf } from '#gateway/lib/models/as-device.ts'
import { addressOf, type CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { describe } from '#gateway/lib/models/describe.ts'
import type { Matcher } from '#schemas/generated/definitions/matcher.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device, Property, Service } from '#schemas/generated/entities/device.ts'
import { type Fields, isFields, known, textOf } from '../shared/fields.ts'
import { slug } from '../shared/slug.ts'
import { type Availability, availabilityOf } from './availability.ts'
import { components } from './components/all.ts'
import type { Announced } from './discovery.ts'
import { Entity, type Part, type Reading, type Writing } from './entity.ts'
import type { Guard } from './guard.ts'
import { type Owner, originOf, ownerOf } from './identity.ts'
import { compoundsIn, featureOf, namesOf } from './names.ts'

/** One property of a device, with the topics that it lives on. */
export interface Channel {
  service: string
  property: string
  described: Property
  event: boolean
  readings: readonly Reading[]
  writing?: Writing
  /** Seconds after which a value that is not told again is no longer known. */
  expires?: number
  retain: boolean
  qos: 0 | 1 | 2
}

export interface Mapped {
  device: Omit<Device, 'status'>
  channels: readonly Channel[]
  availabilities: readonly Availability[]
  /** What could not be understood, by the entity that said it. */
  faults: readonly { source: string; fault: string }[]
}

type Placed = { entity: Entity; part: Part }

/** A device from all that is announced of it. The order in which that came changes nothing. */
export function mapDevice(
  id: string,
  announced: readonly Announced[],
  rules: CatalogueRules,
  now: () => number,
  guard?: Guard,
): Mapped {
  const entities = announced.map((one) => new Entity(one, guard)).sort((a, b) => (a.key < b.key ? -1 : 1))
  const helpers = {
    names: namesOf(rules, compoundsIn(entities.map(({ component }) => component))),
    feature: featureOf(rules),
    now,
  }
  const parts = entities.flatMap((entity): Placed[] => {
    const describe = components.get(entity.component)
    if (!describe) entity.faults.push(`The component ${entity.component} is not known`)
    return (describe?.(entity, helpers) ?? []).map((part) => ({ entity, part }))
  })
  const services = new Map<string, Service>()
  const channels: Channel[] = []
  for (const { entity, part } of eventsAsOne(parts)) {
    const at = placeOf(entity, part, rules, channels)
    if (!at) continue
    const channel = channelOf(entity, part, at, rules)
    const service = services.get(at.service) ?? { name: at.service, type: at.service, property_list: [] }
    service.property_list.push(channel.described)
    services.set(at.service, service)
    channels.push(channel)
  }
  return {
    device: { ...factsOf(id, announced), service_list: [...services.values()] },
    channels,
    availabilities: entities.map((entity) => availabilityOf(entity, guard)),
    faults: entities.flatMap(({ key, faults }) => faults.map((fault) => ({ source: key, fault }))),
  }
}

/** All buttons and gestures of a device are one property: what happened last. */
function eventsAsOne(parts: readonly Placed[]): Placed[] {
  const out: Placed[] = []
  for (const placed of parts) {
    const first = out.findIndex(
      ({ part }) => part.event && placed.part.event && part.name === placed.part.name,
    )
    const before = out[first]
    if (!before) out.push(placed)
    else {
      const options = new Map(
        [...(before.part.value.options ?? []), ...(placed.part.value.options ?? [])].map((one) => [
          one.value,
          one,
        ]),
      )
      const readings = [...before.part.readings, ...placed.part.readings]
      const value =
        options.size > 0 ? { ...before.part.value, options: [...options.values()] } : before.part.value
      out[first] = { entity: before.entity, part: { ...before.part, value, readings } }
    }
  }
  return out
}

function placeOf(
  entity: Entity,
  { name, compound, endpoint, writing, value, readings }: Part,
  rules: CatalogueRules,
  taken: readonly Channel[],
) {
  const at = addressOf(rules, {
    name,
    compound,
    endpoint,
    category: value.category === 'main' ? undefined : value.category,
    writable: writing !== undefined,
  })
  const free = (property: string): boolean =>
    !taken.some((one) => one.service === at.service && one.property === property)
  const [reading] = readings
  const twin = taken.find((one) => one.service === at.service && one.property === at.property)
  // The same key of the same message announced twice, as a light's effect and as a choice: once is enough.
  const sameSource = twin?.readings.some(
    (one) => one.topic === reading?.topic && one.path?.join('/') === reading?.path?.join('/'),
  )
  const sameChoice =
    JSON.stringify(twin?.described.options) === JSON.stringify(value.options) && value.options
  if (twin && !twin.event && (sameSource || sameChoice)) return undefined
  const names = [at.property, slug(entity.objectId), `${at.property}_${slug(entity.objectId)}`]
  const property = names.find(free) ?? `${at.property}_${taken.length}`
  return { service: at.service, property }
}

function channelOf(
  entity: Entity,
  part: Part,
  at: { service: string; property: string },
  rules: CatalogueRules,
): Channel {
  const { event = false, readings, writing } = part
  const access: Value['access'] = event ? ['event'] : []
  if (!event && readings.length > 0) access.push('read')
  if (writing) access.push('write')
  const guarded = rules.exposes.guarded?.includes(`${entity.component}/${entity.text('device_class')}`)
  const value = describe(rules, at, { ...part.value, access, ...(guarded && writing && { guarded }) })
  const described = propertyOf(at.property, value)
  const expires = entity.number('expire_after')
  const qos = entity.number('qos', 0)
  return known({
    ...at,
    described,
    event,
    readings,
    writing,
    expires: expires !== undefined && expires > 0 ? expires : undefined,
    retain: entity.flag('retain'),
    qos: qos === 1 || qos === 2 ? qos : (0 as const),
  })
}

/** What all that is announced of a device says of it together. */
function factsOf(id: string, announced: readonly Announced[]): Omit<Device, 'status' | 'service_list'> {
  const facts: Record<string, unknown> = {}
  for (const { config } of announced.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    for (const [name, value] of Object.entries(isFields(config.device) ? config.device : {}))
      facts[name] ??= value
  const [first] = announced
  const name = textOf(facts.name, 128) ?? textOf(first?.config.name, 128) ?? id
  const manufacturer = textOf(facts.manufacturer)
  const [model, modelId] = [textOf(facts.model), textOf(facts.model_id)]
  const owner = first && ownerOf(first)
  return known({
    id,
    // Nobody has named it yet while it is called by its address: what it is says more, beside the number of its model.
    device_name: /^0x[0-9a-f]{16}$/i.test(name)
      ? (modelId && model) || [manufacturer, modelId ?? model].filter(Boolean).join(' ') || name
      : name,
    class: modelId ?? model ?? 'unknown',
    device_manufacturer: manufacturer,
    bus_id: 'homeassistant',
    firmwareVersion: textOf(facts.sw_version),
    networkType: networks[owner ?? 'tasmota'],
    match: matchersOf(owner, first && originOf(first.config), facts),
  })
}

const networks: Readonly<Record<Owner, Device['networkType']>> = {
  zigbee2mqtt: 'zigbee',
  zwavejs: 'zwave',
  tasmota: 'ip',
}

function matchersOf(owner: Owner | undefined, originName: string | undefined, facts: Fields): Matcher[] {
  const [manufacturer, model, modelId] = [
    textOf(facts.manufacturer),
    textOf(facts.model),
    textOf(facts.model_id),
  ]
  const own = known({ ecosystem: 'homeassistant' as const, manufacturer, model, modelId, originName })
  // Zigbee2MQTT says by its discovery what it says of its own: the same entries of the catalogue fit.
  const direct: Matcher[] =
    owner === 'zigbee2mqtt' && manufacturer && modelId
      ? [{ ecosystem: 'zigbee2mqtt', vendor: manufacturer, model: modelId }]
      : []
  return [...direct, own]
}
