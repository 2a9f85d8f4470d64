import { describeExposes } from '#gateway/drivers/zigbee2mqtt/describe.ts'
import { bridgeDevice } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { liveValue } from '#gateway/lib/models/describe.ts'
import { commonValueKey, propertyKey, spoken, valueKey } from '#gateway/lib/models/text-keys.ts'
import { baseOf } from '#gateway/lib/names/names.ts'
import type { DeviceModel, Placement } from '#schemas/generated/definitions/device-model.ts'
import type { Matcher } from '#schemas/generated/definitions/matcher.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { Texts } from './texts.ts'

/** What a starting file is made from. */
export interface Seen {
  model: string
  maker: string
  name: string
  match: Matcher[]
  service_list: Device['service_list']
}

/** An entry of Zigbee2MQTT's bridge/devices. */
export function seenByZigbee2mqtt(told: unknown, rules: CatalogueRules): Seen | undefined {
  const device = bridgeDevice(told)
  if (!device?.definition) return undefined
  const { vendor, model, exposes } = device.definition
  const { description } = (told as { definition: { description?: unknown } }).definition
  return {
    model,
    maker: vendor,
    name: typeof description === 'string' && description !== '' ? description : model,
    match: [{ ecosystem: 'zigbee2mqtt', vendor, model }],
    service_list: describeExposes(exposes, rules).services,
  }
}

/** A device as a gateway tells of it. */
export const seenLive = (device: Device): Seen => ({
  model: device.class,
  maker: device.device_manufacturer ?? 'unknown',
  name: device.class,
  match: device.match ? [...device.match] : [{ ecosystem: 'native', class: device.class }],
  service_list: device.service_list,
})

/** A catalogue entry to start from: what the rules would draw, in the sections that people use. The rest follows by itself. */
export function startingFile(rules: CatalogueRules, seen: Seen, texts: Texts): DeviceModel {
  const layout = layoutFor(rules, {
    class: seen.model,
    device_manufacturer: seen.maker,
    service_list: seen.service_list,
  })
  const { control = [], sensory = [], configuration = [] } = layout.sections
  const kept = [...control, ...sensory, ...configuration]
  const services = servicesFor(kept, seen, texts)
  const { header, control: main, switches = [], footer } = layout.tile
  const quick = [...(main ? [main] : []), ...switches, ...footer].slice(0, 4)
  return {
    schemaVersion: 1,
    model: seen.model,
    type: layout.type,
    name: seen.name.slice(0, 200),
    manufacturer: seen.maker,
    icon: layout.icon,
    ...(header && { serviceInHeader: refOf(header) }),
    ...(quick.length > 0 && { quickProperties: quick.map(refOf) }),
    match: seen.match,
    ...(Object.keys(services).length > 0 && { services }),
    properties: withQuick(kept, [...(header ? [header] : []), ...quick]).map(placementOf),
  }
}

const refOf = ({ service, property }: Placed) => ({ service, property })

/** What header and tile name is placed too, even where it belongs to the quiet sections. */
function withQuick(kept: readonly Placed[], named: readonly Placed[]): Placed[] {
  const there = new Set(
    kept
      .flatMap((placed) => [placed, ...(placed.more ?? [])])
      .map(({ service, property }) => `${service}/${property}`),
  )
  return [...kept, ...named.filter(({ service, property }) => !there.has(`${service}/${property}`))]
}

const placementOf = ({ service, property, section, grid, options }: Placed): Placement => ({
  service,
  property,
  section,
  grid,
  options,
})

/**
 * Native models describe themselves completely; of others a bridge tells, and only what no language names is written down:
 * it keeps the live label until somebody gives it words.
 */
function servicesFor(
  kept: readonly Placed[],
  { match, service_list }: Seen,
  texts: Texts,
): NonNullable<DeviceModel['services']> {
  const complete = match.every(({ ecosystem }) => ecosystem === 'native')
  const bare = new Set(
    kept
      .filter((placed) => !isNamed(placed, texts))
      .map((placed) => propertyKey(placed.service, placed.property)),
  )
  const described = service_list.map(({ name, type, property_list }) => {
    const wanted = property_list.filter((live) => complete || bare.has(propertyKey(name, live.name)))
    return [
      name,
      {
        ...(type !== name && { type }),
        properties: Object.fromEntries(
          wanted.map((live) => [live.name, worded(name, live, texts, complete)]),
        ),
      },
    ] as const
  })
  return Object.fromEntries(described.filter(([, { properties }]) => Object.keys(properties).length > 0))
}

/** By a text of its own, or of all alike: then its endpoint says which it is. */
const isNamed = (at: Pick<Placed, 'service' | 'property' | 'value'>, texts: Texts): boolean =>
  namedIn(texts, propertyKey(at.service, at.property), propertyKey(at.service, baseOf(at)))

const namedIn = (texts: Texts, ...keys: readonly string[]): boolean =>
  [...texts.values()].every((known) => keys.some((key) => known.has(key)))

function worded(service: string, live: Property, texts: Texts, complete: boolean): Value {
  const value = liveValue(live)
  const { kind, access, options, label } = value
  const base = baseOf({ property: live.name, value })
  const said = options?.map((option) => {
    const named = namedIn(
      texts,
      valueKey(service, live.name, option.value),
      valueKey(service, base, option.value),
      commonValueKey(option.value),
    )
    return named ? option : { ...option, label: option.label ?? spoken(String(option.value)) }
  })
  const words = {
    ...(said && { options: said }),
    ...(!isNamed({ service, property: live.name, value }, texts) && { label: label ?? spoken(base) }),
  }
  return complete ? { ...value, ...words } : { kind, access, ...words }
}
