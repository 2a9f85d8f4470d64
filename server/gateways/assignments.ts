import { createHash, timingSafeEqual } from 'node:crypto'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { GatewayAssignment } from '#schemas/generated/entities/gateway-assignment.ts'
import { guess } from '#server/auth/attempts.ts'
import { conflict, invalid, notFound } from '#server/lib/refusal.ts'
import { LICENCE, licenceFault } from './licences.ts'
import { gatewayOf, type NewsParts } from './parts.ts'
import type { Privilege } from './privilege.ts'

/** Bound to its gateway, in one spelling (spec 1 §5). */
export const secureIdHash = (serialNumber: string, secureId: string): string =>
  createHash('sha256').update(`${serialNumber.toUpperCase()} ${secureId.toUpperCase()}`).digest('base64url')

/** 80 bits as hexadecimal digits: what is made here has as many, gateways that were built may have fewer. */
const LONG = 20

/** Who says what stands on a gateway, and from where. */
export interface Asker {
  /** Nobody is signed in when a gateway says so of itself. */
  userId: string | undefined
  address: string
}

/** Who has which gateway. */
export class Assignments {
  readonly #parts: NewsParts
  readonly #privilege: Privilege

  constructor(parts: NewsParts, privilege: Privilege) {
    this.#parts = parts
    this.#privilege = privilege
  }

  /** Unknown serial numbers and wrong secure ids are answered alike, and only who knows the id hears who was faster. */
  async assign(userId: string, asked: GatewayAssignment, address: string): Promise<Gateway> {
    const { store, settings, news, clock } = this.#parts
    const name = cleanName(asked.name)
    if (name === '') throw invalid('/name')
    const serialNumber = asked.serialNumber.toUpperCase()
    if (!(await this.knows(serialNumber, asked.secureId, { userId, address }))) throw notFound()
    const needsLicence = settings.flags.LICENCE_SUPPORT === true
    if (needsLicence && licenceFault(settings, asked.licenceKey))
      throw invalid('/licenceKey', undefined, 'LICENCE_KEY_INVALID')
    await store.atomically(async ({ gateways, tokens }) => {
      if (!(await gateways.assign(serialNumber, userId, name))) throw conflict('ALREADY_ASSIGNED')
      if (!needsLicence) return
      const licence = await tokens.take(LICENCE, asked.licenceKey ?? '', clock.now())
      if (licence?.subject !== serialNumber) throw invalid('/licenceKey', undefined, 'LICENCE_KEY_INVALID')
    })
    news.changed(serialNumber, 'gateway_assigned')
    news.counts()
    return gatewayOf(this.#parts, serialNumber)
  }

  /**
   * Whether this is what stands on the gateway; takes as long for one that there is not. Wrong ones are counted for the
   * gateway, the account and the address, and written down; throws 429.
   */
  async knows(serialNumber: string, secureId: string, { userId, address }: Asker): Promise<boolean> {
    const { store, clock } = this.#parts
    const short = secureId.length < LONG
    const guessed = await guess(store.limits, clock.now(), 'secureId', {
      ...{ thing: serialNumber, account: userId, address, short },
    })
    const right = await this.#isRight(serialNumber, secureId)
    if (right) await guessed.right()
    else
      await store.audit.append({
        who: userId ?? 'anonymous',
        what: 'secureId',
        at: clock.now(),
        gateway: serialNumber,
        result: 'refused',
        facts: { address },
      })
    return right
  }

  async #isRight(serialNumber: string, secureId: string): Promise<boolean> {
    const known = await this.#parts.store.gatewayLife.secureIdHash(serialNumber)
    const given = Buffer.from(secureIdHash(serialNumber, secureId))
    const expected = Buffer.from(known ?? secureIdHash('', ''))
    return timingSafeEqual(given, expected) && known !== undefined
  }

  /** Takes it from whoever has it: from all channels at once (Z-07). False when somebody else has it by now. */
  async release(
    serialNumber: string,
    event: 'gateway_unassigned' | 'gateway_removed',
    owner?: string,
  ): Promise<boolean> {
    const { store, broker, news, clock } = this.#parts
    const users = await store.memberships.admittedUsers(serialNumber)
    const former = await store.atomically(async ({ gateways, memberships, history }) => {
      if (owner !== undefined && (await memberships.roleFor(owner, serialNumber)) !== 'owner')
        return undefined
      // What somebody's home did is nobody's business after him, nor what the gateway remembers of it.
      await history.clear(serialNumber)
      await history.handed(serialNumber, clock.now())
      return gateways.unassign(serialNumber)
    })
    if (former === undefined) return false
    await this.#privilege.end(serialNumber)
    for (const { userId } of users) broker.recheck(userId)
    // Its secret went with the owner.
    broker.cutGateway(serialNumber)
    const told = { event, data: { serialNumber } } as const
    news.tellUsers(
      users.map(({ userId }) => userId),
      told,
    )
    news.tellAdmins(told)
    news.counts()
    return true
  }
}
