import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore, type HomeOptions } from '#gateway/core/home.ts'
import type { Clock, Driver, DriverHost } from '#gateway/core/ports.ts'
import type { Event, Request, Response } from '#schemas/generated/channel.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import { changesSomething } from '#server/lib/channel/envelope.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import type { Store } from '#server/store/store.ts'
import { refusalOf, restOf } from '../conditions.ts'
import type { Home } from '../home.ts'
import { successionIn } from '../succession.ts'
import { isRuleNews } from '../telling/rule-news.ts'

/** What makes a gateway that lives in this process. */
export interface Inside
  extends Pick<
    HomeOptions,
    'past' | 'place' | 'floors' | 'rules' | 'statuses' | 'alarms' | 'platform' | 'marks' | 'may' | 'kindOf'
  > {
  drivers: readonly Driver[]
  /** What it is made of instead after a reset; without it, as before. */
  emptied?: Pick<Inside, 'drivers' | 'floors' | 'rules' | 'statuses' | 'past'>
}

export interface HostParts {
  clock: Clock
  store: Pick<Store, 'homes' | 'gateways' | 'memberships'>
  broker: Pick<Broker, 'publishHomeEvent'>
  log: DriverHost['log']
  /** Whatever it tells. */
  said(home: HostedHome, event: Event): void
  /** A device is new or described anew. */
  described(home: HostedHome, deviceId: string): void
  /** A device has taken the place of another one. */
  replaced(home: HostedHome, deviceId: string, successor: string): void
  /** A rule wants somebody notified. */
  notified(home: HostedHome, news: unknown, event: string): void
}

/** Tells of versions and locks, which are in the record. */
const PLATFORM = 'get_platform_info'

const DESCRIBED: ReadonlySet<string> = new Set(['device_added', 'device_changed'])

/** A gateway inside the server: the same core as on a board, behind the same topics. */
export class HostedHome implements Home {
  readonly serialNumber: string
  readonly #core: HomeCore
  readonly #store: HostParts['store']
  /** Its record as it was when the last request came: conditions are asked in the midst of one. */
  #gateway: Gateway

  private constructor(
    gateway: Gateway,
    inside: Inside,
    { clock, store, broker, log, said, described, replaced, notified }: HostParts,
  ) {
    const { serialNumber } = gateway
    this.serialNumber = serialNumber
    this.#gateway = gateway
    this.#store = store
    this.#core = createHome({
      ...inside,
      scenes: vocabulary as SceneVocabulary,
      serialNumber,
      clock,
      log,
      store: store.homes.of(serialNumber),
      transport: {
        event: (event) => {
          said(this, event)
          if (DESCRIBED.has(event.event)) described(this, (event.data as { device_id: string }).device_id)
          const succession = successionIn(event)
          if (succession) replaced(this, succession.device, succession.successor)
          if (isRuleNews(event.event)) notified(this, event.data, event.event)
          broker.publishHomeEvent(serialNumber, event)
        },
      },
      platform: () => platformOf(this.#gateway, inside.platform),
      conditions: (_command, userId) => refusalOf(this.#gateway, userId),
      rests: async () => {
        const present = await store.gateways.find(serialNumber)
        return present && restOf(present)
      },
    })
  }

  static async open(gateway: Gateway, inside: Inside, parts: HostParts): Promise<HostedHome> {
    const home = new HostedHome(gateway, inside, parts)
    await home.#core.start()
    return home
  }

  /** Rejects when the state of the gateway cannot be determined: then nothing is done. */
  async handle(request: Request, userId: string): Promise<Response> {
    // Who may use the gateway may look; what changes something is asked about anew each time.
    if (!changesSomething(request.command) && request.command !== PLATFORM)
      return this.#core.handle(request, { userId })
    const gateway = await this.#store.gateways.find(this.serialNumber)
    if (!gateway) throw new Error('The gateway is gone')
    this.#gateway = gateway
    return this.#core.handle(request, { userId })
  }

  devices: Home['devices'] = () => this.#core.devices()
  device: Home['device'] = (id) => this.#core.device(id)
  floors: Home['floors'] = () => this.#core.layout().floors
  bridges: Home['bridges'] = () => this.#core.bridges()
  zone: Home['zone'] = () => this.#core.zone()
  rules: Home['rules'] = () => this.#core.rules()
  seq: Home['seq'] = () => this.#core.seq()
  online: Home['online'] = () => this.#gateway.connectionStatus === 'online'
  reset = (): Promise<void> => this.#core.reset()
  close = (): Promise<void> => this.#core.stop()
}

/** What the gateway is made of knows its board; the record knows what happened to it since. */
function platformOf(
  { currentFWVersion, lockStatus = 0, model, swVersions, connectionType }: Gateway,
  told: Inside['platform'],
): PlatformInfo {
  const known = told?.()
  return {
    gateway: {
      model: model.toLowerCase(),
      ...(swVersions?.ohmVersion !== undefined && { ohm_version: swVersions.ohmVersion }),
      ...(swVersions?.zigbeeVersion !== undefined && { zigbee_version: swVersions.zigbeeVersion }),
      ...known?.gateway,
      ...(currentFWVersion !== undefined && { app_version: currentFWVersion }),
    },
    network: { ...(connectionType !== undefined && { type: connectionType }), ...known?.network },
    lock_status: lockStatus,
  }
}
