import { randomUUID } from 'node:crypto'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { GatewayRegistration } from '#schemas/generated/entities/gateway-registration.ts'
import type { NewVirtualGateway } from '#schemas/generated/entities/new-virtual-gateway.ts'
import { isGatewaySecret, issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { conflict, notFound, Refusal } from '#server/lib/refusal.ts'
import { ConflictError } from '#server/store/errors.ts'
import type { NewGateway } from '#server/store/gateways/gateways.ts'
import { type Assignments, secureIdHash } from './assignments.ts'
import { FOREVER, LICENCE, newLicenceKey } from './licences.ts'
import { hardwareModels, type Numbers } from './numbers.ts'
import type { NewsParts } from './parts.ts'

const MASKED = '********'

export interface Imported {
  imported: number
  serialNumber: string
  secureId?: string
  licenceKey?: string
}

/** How gateways come to be known, before anybody has them. */
export class Registry {
  readonly #parts: NewsParts
  readonly #numbers: Numbers
  readonly #assignments: Assignments

  constructor(parts: NewsParts, numbers: Numbers, assignments: Assignments) {
    this.#parts = parts
    this.#numbers = numbers
    this.#assignments = assignments
  }

  /** A gateway that lives in this process, with the numbers that its creator was handed out. */
  async createVirtual(userId: string, asked: NewVirtualGateway): Promise<Imported> {
    this.#numbers.assertOn()
    const hardware = hardwareModels.find(({ hardwareModel }) => hardwareModel === asked.hardwareModel)
    if (!hardware?.virtual || !hardware.firmwareModels.includes(asked.firmwareModel)) throw notCreated()
    const numbers = await this.#numbers.of(userId)
    const differs = (given: string | undefined, own: string): boolean =>
      given !== undefined && given.toUpperCase() !== own
    if (differs(asked.serialNumber, numbers.serialNumber) || differs(asked.secureId, numbers.secureId))
      throw notCreated()
    const { serialNumber, secureId } = numbers
    const licenceKey = await this.#create(secureId, {
      ...this.#blank(serialNumber, asked.hardwareModel),
      name: serialNumber,
      type: 'vg',
      connectionStatus: 'online',
      connectionType: 'ethernet_client',
      currentFWVersion: asked.firmwareModel,
    })
    await this.#parts.store.serialNumbers.take(userId)
    return { imported: 1, serialNumber, secureId, ...licenceKey }
  }

  /** A gateway that was built: from now on whoever holds it can be assigned it. */
  async register({ serialNumber, secureId, model, name }: GatewayRegistration): Promise<Imported> {
    const number = serialNumber.toUpperCase()
    const licenceKey = await this.#create(secureId, {
      ...this.#blank(number, model.toUpperCase()),
      name: cleanName(name ?? '') || number,
      connectionStatus: 'offline',
      connectionCause: 'new',
    })
    return { imported: 1, serialNumber: number, ...licenceKey }
  }

  /**
   * A gateway of its own says who it is by what stands on it. Once it belongs to somebody it is given the secret with which
   * it signs in, once an assignment: whoever reads its label later gets nothing.
   */
  async announce(
    serialNumber: string,
    secureId: string,
    address: string,
  ): Promise<{ assigned: boolean; secret?: string }> {
    const { store } = this.#parts
    const number = serialNumber.toUpperCase()
    if (!(await this.#assignments.knows(number, secureId, { userId: undefined, address }))) throw notFound()
    const gateway = await store.gateways.find(number)
    if (!gateway?.userId) return { assigned: false }
    const hasOne = (await store.gateways.secretHash(number)) !== undefined
    if (hasOne) return { assigned: true }
    const secret = await issueGatewaySecret(store.gateways, number)
    // Of two at once the one whose secret is kept is told it.
    return (await isGatewaySecret(store.gateways, number, secret))
      ? { assigned: true, secret }
      : { assigned: true }
  }

  #blank(serialNumber: string, model: string): Omit<NewGateway, 'name' | 'connectionStatus'> {
    return {
      _id: randomUUID(),
      serialNumber,
      secureId: MASKED,
      model,
      userId: null,
      connectionStatusSince: new Date(this.#parts.clock.now()).toISOString(),
      operationMode: 0,
      lockStatus: 0,
      privileged: false,
      subscriptionLockMode: 0,
    }
  }

  /** Answers the licence key that goes with it, while keys are asked for. */
  async #create(secureId: string, gateway: NewGateway): Promise<{ licenceKey?: string }> {
    const { store, settings, news } = this.#parts
    const licenceKey = settings.flags.LICENCE_SUPPORT === true ? newLicenceKey(settings) : undefined
    try {
      await store.atomically(async ({ gateways, gatewayLife, tokens }) => {
        await gateways.create(gateway)
        await gatewayLife.setSecureIdHash(gateway.serialNumber, secureIdHash(gateway.serialNumber, secureId))
        if (licenceKey !== undefined)
          await tokens.put({
            token: licenceKey,
            purpose: LICENCE,
            subject: gateway.serialNumber,
            expiresAt: FOREVER,
          })
      })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      throw gateway.type === 'vg'
        ? notCreated()
        : new Refusal('conflict', [{ errorCode: 'SERIAL_NUMBER_TAKEN', field: '/serialNumber' }])
    }
    news.counts()
    return licenceKey === undefined ? {} : { licenceKey }
  }
}

const notCreated = (): Refusal => conflict('ERROR_CREATING_VIRTUAL_GATEWAY')
