import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'

/** What a device announces of itself: its component, and what it says at first, by topic. */
interface Resident {
  component: string
  config?: Record<string, unknown>
  says: Readonly<Record<string, string>>
}

const light: Resident = {
  component: 'light',
  config: {
    command_topic: '~/state/set',
    brightness_command_topic: '~/brightness/set',
    brightness_state_topic: '~/brightness',
    brightness_scale: 254,
  },
  says: { state: 'OFF', brightness: '254' },
}
const sensor = (device_class: string): Resident => ({
  component: 'binary_sensor',
  config: { device_class },
  says: { state: 'OFF' },
})
const figure = (device_class: string, unit_of_measurement: string, at: string, value: string): Resident => ({
  component: 'sensor',
  config: { device_class, unit_of_measurement, state_class: 'measurement', state_topic: `~/${at}` },
  says: { [at]: value },
})

/** Who lives in this home. */
const residents = {
  motion: [sensor('motion')],
  hallLamp: [light],
  bedLamp: [light],
  leak: [sensor('moisture')],
  valve: [
    {
      component: 'valve',
      config: { command_topic: '~/state/set', payload_open: 'OPEN', payload_close: 'CLOSE' },
      says: { state: 'open' },
    },
  ],
  washer: [figure('power', 'W', 'power', '2'), figure('energy', 'kWh', 'energy', '12.5')],
  window: [sensor('window')],
  heating: [
    {
      component: 'climate',
      config: {
        temperature_command_topic: '~/target/set',
        temperature_state_topic: '~/target',
        current_temperature_topic: '~/temperature',
        temp_step: 0.5,
        modes: ['heat'],
      },
      says: { target: '21', temperature: '20.4' },
    },
  ],
  shutter: [
    {
      component: 'cover',
      config: {
        command_topic: '~/state/set',
        position_topic: '~/position',
        set_position_topic: '~/position/set',
      },
      says: { position: '100' },
    },
  ],
} as const satisfies Record<string, readonly Resident[]>

export type ResidentName = keyof typeof residents

/** A home whose devices announce themselves on a broker, in which the test is the world outside: what they report, and what they are told. */
export class AnnouncedHome {
  readonly address: string
  readonly #client: mqtt.MqttClient
  readonly #close: () => Promise<void>
  /** All that each value was told, in its order, by `device/value`. */
  readonly #told = new Map<string, string[]>()

  private constructor(address: string, client: mqtt.MqttClient, close: () => Promise<void>) {
    this.address = address
    this.#client = client
    this.#close = close
  }

  /** `names`: what each calls itself. */
  static async start(names: Readonly<Record<ResidentName, string>>): Promise<AnnouncedHome> {
    const broker = await Aedes.createBroker()
    const server = createServer(broker.handle)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = await mqtt.connectAsync(address)
    const home = new AnnouncedHome(address, client, async () => {
      await client.endAsync(true)
      await new Promise<void>((resolve) => broker.close(() => server.close(() => resolve())))
    })
    await client.subscribeAsync('home/+/+/set')
    client.on('message', (topic, payload) => home.#obey(topic, payload.toString()))
    for (const [device, parts] of Object.entries(residents))
      for (const [at, part] of parts.entries())
        home.#announce(device, `${device}-${at}`, part, names[device as ResidentName])
    return home
  }

  #announce(device: string, unique_id: string, { component, config, says }: Resident, name: string): void {
    const base = { '~': `home/${device}`, state_topic: '~/state', unique_id, name: null }
    const announced = { ...base, device: { identifiers: [device], name }, ...config }
    this.#says(`homeassistant/${component}/${unique_id}/config`, JSON.stringify(announced))
    for (const [value, first] of Object.entries(says)) this.#says(`home/${device}/${value}`, first)
  }

  /** What a device is told it does, and says so. */
  #obey(topic: string, payload: string): void {
    const [, device, value] = topic.split('/')
    const key = `${device}/${value}`
    this.#told.set(key, [...(this.#told.get(key) ?? []), payload])
    this.#says(`home/${key}`, ANSWERS[payload] ?? payload)
    // A lamp that is told how bright it is to be is on.
    if (value === 'brightness') this.#says(`home/${device}/state`, Number(payload) > 0 ? 'ON' : 'OFF')
  }

  #says(topic: string, payload: string): void {
    this.#client.publish(topic, payload, { retain: true })
  }

  /** A device reports. */
  report(device: ResidentName, value: string, payload: string): void {
    this.#says(`home/${device}/${value}`, payload)
  }

  /** All that a value of a device was told, in its order. */
  told(device: ResidentName, value: string): readonly string[] {
    return this.#told.get(`${device}/${value}`) ?? []
  }

  async stop(): Promise<void> {
    await this.#close()
  }
}

/** A valve says where it is, not what it was told. */
const ANSWERS: Readonly<Record<string, string>> = { OPEN: 'open', CLOSE: 'closed' }
