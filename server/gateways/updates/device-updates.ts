import type { Events } from '#schemas/generated/channel.ts'
import type { DeviceUpdateRules } from '#schemas/generated/definitions/rules-device-updates.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Home } from '#server/homes/home.ts'
import type { Watcher } from '#server/homes/homes.ts'

type Told = Events['device_firmware']

/** Of the devices of one home that are being updated together. */
interface Round {
  /** Per cent, by device. */
  readonly running: Map<string, number>
  /** How many were begun in all. */
  begun: number
  failed: number
}

interface Telling {
  tell(told: Told): void
  /** It was being installed when the server stopped, and is no longer. */
  lost(serialNumber: string): void
}

/** Hears that firmware of devices is being installed, and says how it goes: one job a home, however many they are. */
export class DeviceUpdates implements Watcher {
  readonly #rules: DeviceUpdateRules
  readonly #rounds = new Map<string, Round>()
  #news: Telling = { tell: () => {}, lost: () => {} }
  /** Gateways where firmware was being installed when the server stopped. */
  #before: Set<string> = new Set()

  constructor(rules: DeviceUpdateRules) {
    this.#rules = rules
  }

  /** Whoever is told is there after the homes, and knows where it had begun before. */
  told(news: Telling, before: readonly string[] = []): void {
    this.#news = news
    this.#before = new Set(before)
  }

  /** The home of a gateway is there for the first time since the server started. */
  found(home: Home): void {
    const { serialNumber } = home
    if (!this.#before.delete(serialNumber)) return
    if (home.devices().some((device) => this.#heard(serialNumber, device))) this.#say(serialNumber)
    else this.#news.lost(serialNumber)
  }

  event: Watcher['event'] = (home, { event, data }) => {
    if (!event.endsWith('_property_changed')) return
    const { device_id: id, service_name, property_name } = (data ?? {}) as Record<string, unknown>
    const path = `${String(service_name)}/${String(property_name)}`
    if (typeof id !== 'string' || (path !== this.#rules.state && path !== this.#rules.progress)) return
    const device = home.device(id)
    if (device && this.#heard(home.serialNumber, device)) this.#say(home.serialNumber)
  }

  /** A home is there anew: what it does, and what it no longer does. */
  described(home: Home): void {
    this.found(home)
    const { serialNumber } = home
    const changed = home.devices().filter((device) => this.#heard(serialNumber, device))
    const round = this.#rounds.get(serialNumber)
    const gone = [...(round?.running.keys() ?? [])].filter((id) => !home.device(id))
    for (const id of gone) this.#ended(round, id, false)
    if (changed.length + gone.length > 0) this.#say(serialNumber)
  }

  gateway(): void {}

  /** Whether there is something to say. */
  #heard(serialNumber: string, device: Device): boolean {
    const { state: at, updating, left, progress } = this.#rules
    const state = valueAt(device, at)
    const round = this.#rounds.get(serialNumber)
    const before = round?.running.get(device.id)
    if (typeof state === 'string' && updating.includes(state)) {
      const told = valueAt(device, progress)
      const now = Number.isFinite(told) ? Math.min(100, Math.max(0, Math.round(Number(told)))) : (before ?? 0)
      if (before === now) return false
      const its = round ?? { running: new Map(), begun: 0, failed: 0 }
      this.#rounds.set(serialNumber, its)
      if (before === undefined) its.begun += 1
      its.running.set(device.id, now)
      return true
    }
    if (before === undefined) return false
    this.#ended(round, device.id, typeof state === 'string' && !left.includes(state))
    return true
  }

  #ended(round: Round | undefined, id: string, well: boolean): void {
    if (!round?.running.delete(id)) return
    if (!well) round.failed += 1
  }

  #say(serialNumber: string): void {
    const round = this.#rounds.get(serialNumber)
    if (!round) return
    const { running, begun, failed } = round
    if (running.size === 0) {
      this.#rounds.delete(serialNumber)
      return this.#news.tell({ serialNumber, status: failed > 0 ? 'failed' : 'installed' })
    }
    const done = (begun - running.size) * 100 + [...running.values()].reduce((sum, one) => sum + one, 0)
    this.#news.tell({ serialNumber, status: 'updating', progress: Math.floor(done / begun) })
  }
}

function valueAt({ service_list }: Device, path: string): unknown {
  const [service, property] = path.split('/')
  return service_list
    .find(({ name }) => name === service)
    ?.property_list.find(({ name }) => name === property)?.value
}
