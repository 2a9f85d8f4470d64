import { askForDevices, type Descriptions } from '#gateway/lib/homes/device-page.ts'
import { withDeviceIds } from '#gateway/lib/homes/floor-layout.ts'
import { isZone } from '#gateway/lib/times/is-zone.ts'
import type { Commands, Event, Events } from '#schemas/generated/channel.ts'
import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { DevicePage } from '#schemas/generated/entities/device-page.ts'
import type { Floor, FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { PropertyChange } from '#schemas/generated/entities/property-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import {
  propertyChange as isChange,
  device as isDevice,
  floorLayout as isFloorLayout,
  devicePage as validPage,
} from '#schemas/generated/validate.js'
import type { Asker } from './asker.ts'
import type { Home } from './home.ts'

/** More than this many events waiting for one answer: ask again rather than catch up. */
const MAX_WAITING = 10_000

/** Whoever is described anew again and again gets at most a tenth of the server's time. */
const REST = 9

const SCENES_CHANGED = 'scenario_changed'
/** After these neither a device nor a room is another. */
const ELSEWHERE: ReadonlySet<string> = new Set(['order_ended', 'rule_run_changed', SCENES_CHANGED])

/** Who is told what is known anew. */
interface Telling {
  /** The devices were described anew. */
  described(shadow: Shadow): void
  /** Its scenes are there, or there anew. */
  scenes(shadow: Shadow): void
}

/** Until then, by `performance.now`. */
async function rest(until: number): Promise<void> {
  const left = until - performance.now()
  if (left > 0) await new Promise((over) => setTimeout(over, left))
}

type List = Commands['get_object_list_by_type_detailed']['data']

const isPage = (page: unknown): page is DevicePage => validPage(page)

/** What is known of a gateway elsewhere: enough to answer before anybody is connected to it. */
export class Shadow implements Home {
  readonly serialNumber: string
  readonly #asker: Asker
  readonly #tells: Telling
  #devices = new Map<string, Device>()
  #floors: readonly Floor[] = []
  #rules: readonly Rule[] = []
  /** Somebody needs to know which scenes there are: they are held from then on. */
  #followed = false
  #bridges: readonly BridgeTrouble[] = []
  #zone: string | undefined
  #seq = 0
  #online = false
  #listening = false
  /** Runs while the gateway is being asked; events wait for the answer. */
  #asking: Promise<void> | undefined
  #askAgain = false
  #askingRules: Promise<void> | undefined
  #askRulesAgain = false
  /** By `performance.now`. */
  #restsUntil = 0
  #rulesRestUntil = 0
  #waiting: Event[] = []

  constructor(serialNumber: string, asker: Asker, tells: Telling) {
    this.serialNumber = serialNumber
    this.#asker = asker
    this.#tells = tells
  }

  devices: Home['devices'] = () => [...this.#devices.values()]
  device: Home['device'] = (id) => this.#devices.get(id)
  floors: Home['floors'] = () => this.#floors
  bridges: Home['bridges'] = () => this.#bridges
  zone: Home['zone'] = () => this.#zone
  rules: Home['rules'] = () => this.#rules
  followRules = (): void => {
    if (this.#followed) return
    this.#followed = true
    this.#refreshRules()
  }
  seq: Home['seq'] = () => this.#seq
  online: Home['online'] = () => this.#online

  /** True when that is news. */
  setOnline(online: boolean): boolean {
    const news = online !== this.#online
    this.#online = online
    return news
  }

  /** Settles when what was asked of the gateway has been answered, or will not be. */
  async known(): Promise<void> {
    await this.#asking
  }

  /** It takes requests from now on: ask for everything. */
  listens(): void {
    this.#asker.giveUp(this.serialNumber)
    this.#listening = true
    this.#refresh()
    this.#refreshRules()
  }

  /** What it was asked stays unanswered; what is known of it stays. */
  lost(): void {
    this.#listening = false
    this.#asker.giveUp(this.serialNumber)
  }

  /** Asks for everything, as soon as there is somebody to ask. */
  #refresh(): void {
    if (!this.#listening) return
    this.#askAgain = true
    this.#asking ??= this.#askWhileNeeded().finally(() => {
      this.#asking = undefined
    })
  }

  #refreshRules(): void {
    if (!this.#listening || !this.#followed) return
    this.#askRulesAgain = true
    this.#askingRules ??= this.#askForRules().finally(() => {
      this.#askingRules = undefined
    })
  }

  /** One that does not say leaves what was known. */
  async #askForRules(): Promise<void> {
    while (this.#askRulesAgain) {
      await rest(this.#rulesRestUntil)
      this.#askRulesAgain = false
      // The answer was checked before it came here (gateway-says.ts).
      const told = (await this.#asker.ask(this.serialNumber, 'get_rules', {})) as
        | Commands['get_rules']['data']
        | undefined
      const began = performance.now()
      if (told) {
        this.#rules = told.rules
        this.#tells.scenes(this)
      }
      const over = performance.now()
      this.#rulesRestUntil = over + (over - began) * REST
    }
  }

  event(event: Event): void {
    if (event.event === SCENES_CHANGED) this.#refreshRules()
    if (!this.#asking) return this.#apply(event)
    this.#waiting.push(event)
    if (this.#waiting.length <= MAX_WAITING) return
    this.#waiting = []
    this.#askAgain = true
  }

  async #askWhileNeeded(): Promise<void> {
    while (this.#askAgain) {
      await rest(this.#restsUntil)
      this.#askAgain = false
      const [list, told] = await Promise.all([
        this.#list(),
        this.#asker.ask(this.serialNumber, 'get_layout', {}),
      ])
      const layout = withDeviceIds(told)
      const began = performance.now()
      if (isFloorLayout(layout)) this.#floors = (layout as FloorLayout).floors
      if (typeof list === 'object' && list !== null && 'objects' in list) this.#take(list)
      const waiting = this.#waiting
      this.#waiting = []
      for (const event of waiting) this.#apply(event)
      const over = performance.now()
      this.#restsUntil = over + (over - began) * REST
    }
  }

  /** In pages: one packet of a gateway holds no home of a thousand devices. */
  #list(): Promise<List | undefined> {
    const descriptions: Descriptions = new Map()
    const ask = async (params: Commands['get_object_list_by_type_detailed']['params']) => {
      const answer = await this.#asker.request(this.serialNumber, 'get_object_list_by_type_detailed', params)
      if (answer?.code !== 0) return answer
      return { data: answer.data as List }
    }
    return askForDevices({ ask, readable: isPage, descriptions })
  }

  #apply({ event, seq, at, data }: Event): void {
    if (seq !== undefined) {
      if (seq <= this.#seq) return
      if (seq > this.#seq + 1) {
        // Whatever was missed.
        this.#refresh()
        this.#refreshRules()
      }
      this.#seq = seq
    }
    if (event.endsWith('_property_changed')) return this.#change(data, at)
    if (event === 'device_status_changed') return this.#status(data)
    if (event === 'network_changed') return this.#linked((data as Events['network_changed']).nodes)
    if (event === 'bridges_changed') {
      this.#bridges = (data as Events['bridges_changed']).bridges
      return
    }
    // The rest is rare: a device came, went or became another, rooms changed.
    if (!ELSEWHERE.has(event)) this.#refresh()
  }

  #take(list: { objects: unknown; bridges?: unknown; zone?: unknown; seq?: unknown }): void {
    if (!Array.isArray(list.objects)) return
    // Every answer and event was checked before it came here (gateway-says.ts).
    this.#bridges = Array.isArray(list.bridges) ? (list.bridges as BridgeTrouble[]) : []
    if (typeof list.zone === 'string' && isZone(list.zone)) this.#zone = list.zone
    // A gateway that began anew counts from the start again.
    if (typeof list.seq === 'number') this.#seq = list.seq
    const devices = list.objects.filter((device): device is Device => isDevice(device))
    this.#devices = new Map(devices.map((device) => [device.id, device]))
    this.#tells.described(this)
  }

  #change(data: unknown, at: string): void {
    if (!isChange(data)) return
    const { device_id, service_name, property_name, property_value } = data as PropertyChange
    const device = this.#devices.get(device_id)
    const property = device?.service_list
      .find(({ name }) => name === service_name)
      ?.property_list.find(({ name }) => name === property_name)
    if (property)
      Object.assign(property, { value: property_value, at, recalled: false } satisfies Partial<Property>)
  }

  #linked(nodes: Events['network_changed']['nodes']): void {
    for (const { NodeID, route, routeTimestamp, lqiValue } of nodes) {
      const device = this.#devices.get(NodeID)
      if (!device) continue
      this.#devices.set(NodeID, {
        ...device,
        ...(route && { route }),
        ...(routeTimestamp !== undefined && { routeTimestamp }),
        ...(lqiValue !== undefined && { lqiValue }),
      })
    }
  }

  #status(data: unknown): void {
    if (typeof data !== 'object' || data === null || !('device_id' in data)) return
    const { device_id: id } = data
    const device = typeof id === 'string' ? this.#devices.get(id) : undefined
    if (!device) return
    const { device_id: _id, ...status } = data
    const next = { ...device, ...status }
    if (isDevice(next)) this.#devices.set(device.id, next as Device)
  }
}
