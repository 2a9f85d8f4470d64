import type { DriverHost, Order, Wire } from '#gateway/core/ports.ts'
import { type Fields, field, isFields } from '../shared/fields.ts'
import type { BridgeAddress } from './describe.ts'
import type { Mapped } from './device.ts'
import { optionsIn } from './managed/options.ts'
import type { BridgeRequests } from './requests.ts'

/** Every answer of the bridge that somebody waits for. */
export const responses = [
  'backup',
  'device/rename',
  'device/remove',
  'device/interview',
  'device/configure',
  'device/options',
  'device/bind',
  'device/unbind',
  'device/ota_update/check',
  'device/ota_update/update',
  'device/ota_update/schedule',
  'device/ota_update/unschedule',
  'group/add',
  'group/remove',
  'group/rename',
  'group/members/add',
  'group/members/remove',
  'networkmap',
  'permit_join',
] as const

/** What the bridge does for a device, apart from passing orders on: options, bindings, firmware, interviews. */
export class Management {
  readonly #host: DriverHost
  readonly #requests: BridgeRequests
  /** Options of all devices, as the bridge's configuration has them. */
  #configured: Fields = {}

  constructor(host: DriverHost, requests: BridgeRequests) {
    this.#host = host
    this.#requests = requests
  }

  /** The order has left; how it ends is told when the bridge knows. */
  carryOut(command: Order, at: BridgeAddress): void {
    const where = { device: command.device, service: command.service, property: command.property }
    const told = (value: Wire): void => {
      if (at.readable) this.#host.report({ ...where, value, cause: command.id })
    }
    const refused = (error: unknown): void => {
      const message = error instanceof Error ? error.message.slice(0, 300) : 'Zigbee2MQTT refused'
      this.#host.failed({
        ...where,
        request: command.id,
        code: /in time/.test(message) ? 'TIMEOUT' : 'REFUSED',
        message,
      })
    }
    this.#inTurn(at, command.value).then(told, refused)
  }

  async #inTurn(at: BridgeAddress, value: Wire): Promise<Wire> {
    let known: Wire = value
    for (const { request, body, patience, answer } of at.request?.(value) ?? []) {
      const data = await this.#requests.ask(request, body, patience)
      known = answer?.(data) ?? known
    }
    return known
  }

  /** bridge/info: the configuration holds the options of every device. */
  takeInfo(info: unknown, devices: Iterable<Mapped>): void {
    const config = isFields(info) && isFields(info.config) ? info.config : {}
    this.#configured = isFields(config.devices) ? config.devices : {}
    for (const mapped of devices) this.tellOptions(mapped)
  }

  tellOptions({ bridge, addresses }: Mapped): void {
    const at = addresses.find(({ property, request }) => request && property === 'options')
    const own = field(this.#configured, bridge.ieee)
    if (!at || !isFields(own)) return
    const value = optionsIn(bridge, own) as Wire
    const where = { device: bridge.ieee, service: at.service, property: at.property }
    if (JSON.stringify(this.#host.last(where)) !== JSON.stringify(value))
      this.#host.report({ ...where, value })
  }
}
