import {
  type CodeParts,
  codePartsOf,
  isRemote,
  LEARNING,
  NONE,
  withRemote,
} from '#gateway/lib/homes/infrared.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Devices } from '../devices/devices.ts'
import type { HeldDevice } from '../devices/held-device.ts'
import { CommandError, codes } from '../errors.ts'
import type { ContentHolder } from '../history/contents.ts'
import type { ReferenceHolder } from '../history/references.ts'
import type { Clock, Driver, DriverHost, Order, Wire } from '../ports.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'
import { type InfraredCode, InfraredCodes } from './infrared-codes.ts'

/** Nobody holds a remote in front of a device for longer. */
const PATIENCE = 30_000

interface Lesson {
  type: number
  command: number
  /** What the device said before: bridges repeat it with every message. */
  before: unknown
  request: string
  stop: () => void
}

interface Parts {
  storage: WriteBehindStore
  clock: Clock
  devices: Devices
  trouble(message: string, error: unknown): void
}

/**
 * Remotes of infrared devices that learn and send codes but keep none (ZigBee): the gateway keeps a code for each key,
 * and the device looks like one that keeps its codes itself.
 */
export class Infrared {
  readonly #codes: InfraredCodes
  readonly #lessons = new Map<string, Lesson>()
  readonly #teaching = new Set<string>()
  readonly #known = new Set<string>()
  readonly #parts: Parts
  /** Codes go along when another device takes the place of one. */
  readonly references: ReferenceHolder
  /** And into backups. */
  readonly contents: ContentHolder

  constructor(parts: Parts) {
    this.#parts = parts
    this.#codes = new InfraredCodes(parts.storage)
    this.references = this.#codes.references
    this.contents = this.#codes.contents
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    this.#codes.open(stored)
  }

  /** The device as the home sees it, with what the gateway adds. */
  described(device: Device): Device {
    const parts = codePartsOf(device.service_list)
    if (!parts) return device
    const values: Record<string, unknown> = {
      type: this.#codes.typeOf(device.id),
      LearnMode: this.#teaching.has(device.id),
      LearnedKeys: this.#codes.keysOf(device.id),
    }
    // Whatever was being learnt before a restart was not.
    const last = this.#parts.devices.get(device.id)?.value(parts.service, 'LearnStatus')
    if (!this.#known.has(device.id) && last === LEARNING.inProgress) values.LearnStatus = LEARNING.failed
    this.#known.add(device.id)
    return {
      ...device,
      service_list: withRemote(device.service_list).map((service) =>
        service.name !== parts.service
          ? service
          : {
              ...service,
              property_list: service.property_list.map((property) =>
                Object.hasOwn(values, property.name)
                  ? { ...property, value: values[property.name] }
                  : property,
              ),
            },
      ),
    }
  }

  /** Carries out an order: what the gateway adds by itself, everything else by the driver. */
  async set(held: HeldDevice, driver: Driver, command: Order): Promise<void> {
    const parts = codePartsOf(held.description.service_list)
    if (!parts || command.service !== parts.service || !isRemote(command.property))
      return await driver.set(command)
    if (command.property === 'type') return await this.#play(held.id, parts, command)
    if (command.property === 'LearnMode') return await this.#teach(held, driver, parts, command)
    const type = this.#codes.typeOf(held.id)
    if (type === NONE) throw new CommandError(codes.conflict, 'No kind of device has been chosen')
    if (command.property === 'LearnedKeys') return await this.#only(held.id, parts, command)
    const key = Number(command.value)
    if (this.#teaching.has(held.id))
      return await this.#learn(held, driver, parts, { type, key, id: command.id })
    const code = this.#codes.codeOf(held.id, key)
    if (code === undefined) throw new CommandError(codes.unknown, 'This key has not been learnt')
    await driver.set({ ...command, property: parts.send.name, value: code })
  }

  /** The device told a value: perhaps the code that its lesson waits for. */
  #heard({ device, property, value }: Parameters<DriverHost['report']>[0]): void {
    const lesson = this.#lessons.get(device)
    const held = this.#parts.devices.get(device)
    const parts = held && codePartsOf(held.description.service_list)
    if (!lesson || !parts || property !== parts.learned.name) return
    if (typeof value !== 'string' || value === '' || value === lesson.before) return
    this.#close(device)
    this.#codes.keep(device, { device_type: lesson.type, command: lesson.command, code: value }).then(
      () => {
        this.#tellKeys(device, parts)
        this.#tell(device, parts, 'LearnStatus', LEARNING.success)
      },
      (error: unknown) => {
        this.#parts.trouble('An infrared code could not be stored', error)
        this.#tell(device, parts, 'LearnStatus', LEARNING.failed)
      },
    )
  }

  /** What the device did not take is told of the key that somebody pressed. */
  failed(failure: Parameters<DriverHost['failed']>[0]): Parameters<DriverHost['failed']>[0] {
    const held = this.#parts.devices.get(failure.device)
    const parts = held && codePartsOf(held.description.service_list)
    const about = parts && [parts.learn.name, parts.send.name].includes(failure.property)
    if (!about || failure.service !== parts.service) return failure
    const lesson = this.#lessons.get(failure.device)?.request
    if (lesson !== undefined && lesson === (failure.request ?? lesson)) this.#fail(failure.device, parts)
    return { ...failure, property: 'command' }
  }

  forget(device: string): void {
    this.#close(device)
    this.#teaching.delete(device)
    this.#known.delete(device)
    this.#codes.forget(device)
  }

  codesOf(device: string): InfraredCode[] {
    return this.#codes.all(device)
  }

  /** Keeps a code for a key; without one the key is forgotten. Resolves when it is stored. */
  async change(held: HeldDevice, entry: Omit<InfraredCode, 'code'> & { code?: string }): Promise<void> {
    const parts = codePartsOf(held.description.service_list)
    if (!parts)
      throw new CommandError(codes.impossible, 'The gateway keeps no infrared codes for this device')
    await this.#codes.keep(held.id, entry)
    this.#tellKeys(held.id, parts)
  }

  async #play(device: string, parts: CodeParts, { value, id }: Order): Promise<void> {
    if (this.#lessons.has(device)) this.#fail(device, parts)
    await this.#codes.play(device, Number(value))
    this.#tell(device, parts, 'type', Number(value), id)
    this.#tellKeys(device, parts)
  }

  async #only(device: string, parts: CodeParts, { value, id }: Order): Promise<void> {
    await this.#codes.only(device, Array.isArray(value) ? value.map(Number) : [])
    this.#tellKeys(device, parts, id)
  }

  async #teach(held: HeldDevice, driver: Driver, parts: CodeParts, { value, id }: Order): Promise<void> {
    if (value === true) this.#teaching.add(held.id)
    else {
      this.#teaching.delete(held.id)
      if (this.#lessons.has(held.id)) {
        this.#fail(held.id, parts)
        this.#rest(held, driver, parts)
      }
    }
    this.#tell(held.id, parts, 'LearnMode', value === true, id)
  }

  async #learn(
    held: HeldDevice,
    driver: Driver,
    parts: CodeParts,
    { type, key, id }: { type: number; key: number; id: string },
  ): Promise<void> {
    this.#close(held.id)
    const late = this.#parts.clock.after(PATIENCE, () => {
      this.#fail(held.id, parts)
      this.#rest(held, driver, parts)
    })
    const deaf = this.#parts.devices.overhear(held.id, (change) => this.#heard(change))
    const stop = (): void => {
      late()
      deaf()
    }
    const before = held.value(parts.service, parts.learned.name)
    this.#lessons.set(held.id, { type, command: key, before, request: id, stop })
    this.#tell(held.id, parts, 'LearnStatus', LEARNING.inProgress)
    const { service, learn } = parts
    try {
      await driver.set({ id, device: held.id, service, property: learn.name, value: learn.on ?? true })
    } catch (error) {
      this.#fail(held.id, parts)
      throw error
    }
  }

  /** The device need not listen any longer; that it does not hear so harms nothing. */
  #rest(held: HeldDevice, driver: Driver, { service, learn }: CodeParts): void {
    const order = { id: `rest-${held.id}`, device: held.id, service, property: learn.name }
    driver
      .set({ ...order, value: learn.off ?? false })
      .catch((error: unknown) => this.#parts.trouble('A device could not be told to stop learning', error))
  }

  #fail(device: string, parts: CodeParts): void {
    this.#close(device)
    this.#tell(device, parts, 'LearnStatus', LEARNING.failed)
  }

  #close(device: string): void {
    this.#lessons.get(device)?.stop()
    this.#lessons.delete(device)
  }

  #tellKeys(device: string, parts: CodeParts, cause?: string): void {
    this.#tell(device, parts, 'LearnedKeys', this.#codes.keysOf(device), cause)
  }

  #tell(device: string, { service }: CodeParts, property: string, value: Wire, cause?: string): void {
    this.#parts.devices.report({ device, service, property, value, ...(cause && { cause }) })
  }
}
