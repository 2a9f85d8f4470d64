import { CommandError, codes } from '#gateway/core/errors.ts'
import type { DriverHost, Order } from '#gateway/core/ports.ts'
import type { BridgeAddress } from './describe.ts'
import type { Mapped } from './device.ts'
import { Interviews } from './interviews.ts'
import type { KnownDevices } from './known-devices.ts'
import { checkPatience, INSTALL, updatePatience } from './managed/firmware.ts'
import { groupId, groupNumber } from './managed/neighbours.ts'
import { Management } from './management.ts'
import { BridgeRequests } from './requests.ts'
import { Survey } from './survey.ts'

/** A device that is to leave, or to be asked, may sleep. */
const removal = 30_000
const interview = 120_000
/** It asks its radio first, and packs what it has. */
const backup = 60_000
/** In base64; no home's backup has room for more. */
const mostBackup = 700_000
/** How every zip begins, in base64. */
const ZIP = 'UEsDB'

const isZip = (text: string): boolean =>
  text.startsWith(ZIP) && text.length <= mostBackup && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** What the bridge itself is asked to do: names, options, firmware, interviews, its map; nothing of it goes to a device's topics. */
export class Upkeep {
  readonly requests: BridgeRequests
  readonly #management: Management
  readonly #interviews: Interviews
  readonly #survey: Survey
  readonly #known: KnownDevices

  constructor(host: DriverHost, known: KnownDevices, publish: (request: string, payload: string) => void) {
    this.#known = known
    this.requests = new BridgeRequests(host.clock, publish)
    this.#management = new Management(host, this.requests)
    this.#interviews = new Interviews(host.clock, (id) => {
      this.requests
        .ask('device/interview', { id }, interview)
        .catch((error: unknown) =>
          host.log('info', 'An interview failed again', { device: id, error: String(error) }),
        )
    })
    this.#survey = new Survey({
      host,
      ask: (request, body, patience) => this.requests.ask(request, body, patience),
      routers: () =>
        [...known.all()].filter(
          ({ bridge }) => bridge.type === 'Router' && groupNumber(bridge.ieee) === undefined,
        ).length,
    })
  }

  carryOut(command: Order, at: BridgeAddress): void {
    this.#management.carryOut(command, at)
  }

  async rename({ bridge }: Mapped, to: string): Promise<void> {
    if (this.#known.named(to)) throw new CommandError(codes.conflict, 'This name is taken')
    await (groupNumber(bridge.ieee) === undefined
      ? this.requests.ask('device/rename', { from: bridge.name, to, homeassistant_rename: false })
      : this.requests.ask('group/rename', { from: bridge.name, to }))
  }

  /** Not for groups, nor for what the bridge has no firmware for: nobody would answer. */
  async update({ bridge: { ieee }, addresses }: Mapped, begun: () => void): Promise<void> {
    if (!addresses.some(({ request, property }) => request && property === INSTALL)) return
    const { update_available: isNewer } = await this.requests.ask(
      'device/ota_update/check',
      { id: ieee },
      checkPatience,
    )
    if (isNewer !== true) return
    begun()
    await this.requests.ask('device/ota_update/update', { id: ieee }, updatePatience)
  }

  /** Resolves when it is out of the network, or of the list; `force` does not wait for a device that does not answer. */
  async remove({ bridge: { ieee } }: Mapped, force: boolean): Promise<void> {
    const group = groupNumber(ieee)
    await (group === undefined
      ? this.requests.ask('device/remove', { id: ieee, force, block: false }, removal)
      : this.requests.ask('group/remove', { id: String(group), force }))
  }

  /** A group that exists, and has those of the devices that the bridge took in. */
  async group(name: string, members: readonly string[]): Promise<string> {
    if (this.#known.named(name)) throw new CommandError(codes.conflict, 'This name is taken')
    const { id } = await this.requests.ask('group/add', { friendly_name: name })
    if (typeof id !== 'number') throw new CommandError(codes.failed, 'Zigbee2MQTT made no group')
    for (const device of members) await this.requests.ask('group/members/add', { group: String(id), device })
    return groupId(id)
  }

  map(): Promise<number> {
    return this.#survey.run()
  }

  /** Its own files, the radio's network with its key among them, as it packs them itself. */
  async backup(): Promise<string> {
    const { zip } = await this.requests.ask('backup', {}, backup)
    if (typeof zip !== 'string' || !isZip(zip))
      throw new CommandError(codes.failed, 'Zigbee2MQTT sent no backup')
    return zip
  }

  info(payload: unknown): void {
    this.#management.takeInfo(payload, this.#known.all())
  }

  described(mapped: Mapped): void {
    this.#management.tellOptions(mapped)
    this.#interviews.look(mapped.bridge)
  }

  heard(ieee: string): void {
    this.#interviews.heard(ieee)
  }

  forget(ieee: string): void {
    this.#interviews.forget(ieee)
  }

  online(online: boolean): void {
    if (online) this.#survey.plan()
    else this.#survey.stop()
  }

  stop(): void {
    this.requests.stop()
    this.#interviews.stop()
    this.#survey.stop()
  }
}
