import { beforeAll, describe, expect, test } from 'vitest'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import { discoveredHome, discovery } from '../homeassistant-kit.ts'
import { endsIn, lastReport } from '../kit.ts'
import { settle } from '../test-clock.ts'
import { bridgedHome, catalogue, session } from '../zigbee2mqtt-kit.ts'

/** What both ways say of a property. */
const facts = ({
  type,
  readonly,
  unit,
  min,
  max,
  step,
  on,
  off,
  options,
  access,
  precision,
  scale,
}: Property) => ({
  type,
  readonly,
  event: access?.includes('event') ?? false,
  unit,
  min,
  max,
  step,
  on,
  off,
  precision,
  scale,
  options: options?.map(({ value }) => value),
})

const propertiesOf = (device: Device | undefined): Map<string, Property> =>
  new Map(
    device?.service_list.flatMap(({ name, property_list }) =>
      property_list.map((one) => [`${name}/${one.name}`, one]),
    ),
  )

/** What stands on a tile, and how it is drawn. */
function placed(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(placed)
  if (typeof part !== 'object' || part === null) return []
  const { service, property, options } = part as {
    service?: string
    property?: string
    options?: { propertyType?: string }
  }
  const own = service === undefined ? [] : [`${service}/${property} ${options?.propertyType ?? ''}`]
  return [...own, ...Object.values(part).flatMap(placed)]
}

let direct: Awaited<ReturnType<typeof bridgedHome>>
let found: Awaited<ReturnType<typeof discoveredHome>>

beforeAll(async () => {
  direct = await bridgedHome()
  await direct.play(34_000)
  // What was said before a device was described is said again, as its configurations are known first here.
  for (const { topic, payload, t } of session)
    if (t <= 34_000 && !topic.includes('/bridge/')) direct.mqtt.say(topic, payload)
  await settle()
  found = await discoveredHome()
  for (const { topic, payload } of discovery) found.broker.say(topic, payload)
  await found.clock.pass(1000)
  for (const { topic, payload, t } of session) if (t <= 34_000) found.broker.say(topic, payload)
  await found.clock.pass(1000)
})

/** What Home Assistant's discovery does not tell of a device, or by its format more (whole numbers), by property: the rest is equal. */
const untold: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Philips 9290012573A': {
    'LightService/color_temp_startup': ['all'],
    'LightService/brightness': ['step'],
    'LightService/color_temp': ['step'],
  },
  'Salus Controls SP600': {},
  'IKEA E1757': { 'BatteryService/battery': ['min', 'max'], 'RollerShutterService/position': ['step'] },
  'Aqara WSDCGQ11LM': { 'BatteryService/battery': ['min', 'max'] },
  'Yale YRD426NRSC': {
    'DoorLockService/lock_state': ['all'],
    'ButtonService/action': ['all'],
    // A composite arrives as text that can only be read; choices and numbers that are only read, as text.
    'DoorLockService/pin_code': ['type', 'readonly'],
    'DoorLockService/action_source_name': ['type', 'options'],
    'DoorLockService/action_user': ['type'],
    'BatteryService/battery': ['min', 'max'],
  },
  'Danfoss 014G2461': {
    'DiagnosticsService/window_open_internal': ['type', 'options'],
    'ThermostatService/pi_heating_demand': ['min', 'max'],
    // Which of its states a thermostat really has.
    'ThermostatService/running_state': ['options'],
    'ThermostatService/setpoint_change_source': ['type', 'options'],
    'BatteryService/battery': ['min', 'max'],
    'SensorService/load_estimate': ['min', 'max'],
    'SensorService/preheat_time': ['type'],
    'SensorService/adaptation_run_status': ['type', 'options'],
  },
  'ACME ACME-XYZ-1': { 'LightService/brightness': ['step'] },
}
/** What only the bridge itself can do for its devices, over topics of its own. */
const managed =
  /^(CommandService\/(interview|configure)|DeviceOptionsService\/options|BindingService\/.*|DiagnosticsService\/interview_state|FirmwareService\/(check_update|schedule_update|update_remaining))$/
/** Every radio's link quality: its limits are not told. */
const everywhere = { 'LinkService/linkquality': ['min', 'max'] }

describe('the same seven devices, through Zigbee2MQTT and through its discovery for Home Assistant', () => {
  const nameOf = (device: Device): string => `${device.device_manufacturer} ${device.class}`
  const pairs = (): [Device, Device][] =>
    direct.home.devices().flatMap((device) => {
      const twin = found.device(`zigbee2mqtt_${device.id}`)
      return twin ? [[device, twin] as [Device, Device]] : []
    })

  test('all seven are there, and nothing was unreadable', () => {
    expect(
      pairs()
        .map(([device]) => nameOf(device))
        .sort(),
    ).toEqual(Object.keys(untold).sort())
    // The time of a map is the one thing that would need a clock inside of a template.
    expect(found.logged.filter(({ level }) => level === 'warn').map(({ facts }) => facts)).toMatchObject([
      { detail: 'value_template: The call strftime is not known' },
    ])
  })

  test.each(Object.keys(untold))('%s: name, model, maker, network and status are equal', (name) => {
    const [device, twin] = pairs().find(([one]) => nameOf(one) === name) ?? []
    // What the bridge made up itself has no name of its own, which a discovery does not tell.
    const madeUp = twin?.device_name.startsWith('Automatically generated')
    const of = (one: Device | undefined) => [
      madeUp || one?.device_name,
      one?.class,
      one?.device_manufacturer,
      one?.networkType,
      one?.status,
      one?.firmwareVersion,
    ]
    expect(of(twin)).toEqual(of(device))
  })

  test.each(Object.keys(untold))(
    '%s: services, properties and what they are, are equal but for what is not told',
    (name) => {
      const [device, twin] = pairs().find(([one]) => nameOf(one) === name) ?? []
      const [mine, others] = [propertiesOf(device), propertiesOf(twin)]
      const differences: Record<string, string[]> = {}
      for (const key of new Set([...mine.keys(), ...others.keys()])) {
        if (managed.test(key)) continue
        const [one, other] = [mine.get(key), others.get(key)]
        if (!one || !other) differences[key] = ['all']
        else {
          const [a, b] = [facts(one), facts(other)]
          const fields = (Object.keys(a) as (keyof typeof a)[]).filter(
            (field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]),
          )
          if (fields.length > 0) differences[key] = fields
        }
      }
      expect(differences).toEqual({ ...untold[name], ...everywhere })
    },
  )

  test.each(Object.keys(untold))('%s: after the same messages every value is equal', (name) => {
    const [device, twin] = pairs().find(([one]) => nameOf(one) === name) ?? []
    const others = propertiesOf(twin)
    const unequal = [...propertiesOf(device)].flatMap(([key, { value }]) => {
      const other = others.get(key)
      return !other ||
        JSON.stringify(other.value) === JSON.stringify(value) ||
        String(other.value) === String(value)
        ? []
        : [[key, value, other.value]]
    })
    expect(unequal).toEqual([])
  })

  test.each(Object.keys(untold))('%s is drawn by the same entry of the catalogue, the same way', (name) => {
    const [device, twin] = pairs().find(([one]) => nameOf(one) === name) ?? []
    if (!device || !twin) throw new Error('not there')
    const [mine, others] = [catalogue.layoutOf(device).layout, catalogue.layoutOf(twin).layout]
    for (const field of ['model', 'type', 'icon', 'name', 'generated'] as const)
      expect(others[field], field).toEqual(mine[field])
    // What is not told at all cannot stand there.
    const gone = Object.entries(untold[name] ?? {}).flatMap(([path, what]) =>
      what.includes('all') ? [path] : [],
    )
    const told = placed(mine.tile).filter((one) => !gone.includes(one.split(' ')[0] ?? ''))
    expect(placed(others.tile)).toEqual(told)
    expect(told.length).toBeGreaterThan(0)
    expect(mine.type).toBeDefined()
  })

  test.each([
    ['0x0017880100000002', 'SwitchService/state', 'ON'],
    ['0x0017880100000003', 'RollerShutterService/position', 40],
    ['0x0017880100000003', 'RollerShutterService/state', 'STOP'],
    ['0x000d6f0000000005', 'DoorLockService/state', 'LOCK'],
    ['0x000d6f0000000006', 'ThermostatService/occupied_heating_setpoint', 21.5],
    ['0x000d6f0000000006', 'ConfigurationService/mounted_mode_control', true],
  ])('%s obeys an order for %s either way, and the same state confirms it', async (id, path, wanted) => {
    const key = path.split('/')[1] ?? ''
    for (const home of [
      { ...direct, own: id, says: (body: unknown) => direct.says(id, body) },
      { ...found, own: `zigbee2mqtt_${id}`, says: (body: unknown) => found.says(`zigbee2mqtt/${id}`, body) },
    ]) {
      const { code, id: request } = await home.ask('set_service_property_value', {
        device_id: home.own,
        service_name: path.split('/')[0],
        property_name: key,
        property_value: wanted,
      })
      expect(code).toBe(0)
      await home.says({ [key]: wanted })
      expect(lastReport(home.events)?.data).toMatchObject({ property_value: wanted, cause: request })
      expect(endsIn(home.events).at(-1)).toMatchObject({ request, outcome: 'confirmed' })
    }
  })
})
