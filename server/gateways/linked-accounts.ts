import { randomUUID } from 'node:crypto'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import { isClosed } from '#server/auth/closed.ts'
import type { Codes } from '#server/auth/codes.ts'
import type { Channel } from '#server/lib/channel/port.ts'
import { conflict, invalid, notAllowed, notFound, Refusal } from '#server/lib/refusal.ts'
import type { BackgroundTasks } from '#server/outbound/background-tasks.ts'
import { roleOf } from '#server/rights.ts'
import type { DeploymentSettings } from '#server/settings.ts'
import { ConflictError } from '#server/store/errors.ts'
import type { Account } from '#server/store/people/accounts.ts'
import type { DatedLink, LinkedAccount } from '#server/store/people/memberships.ts'
import type { Store } from '#server/store/store.ts'
import type { News } from './news.ts'
import type { Privilege } from './privilege.ts'
import { masked, shownBy } from './shown.ts'

const { linkedAccounts, linkedGateways, supportAccess } = catalogue.limits

/** What a code is good for that confirms a link. */
const LINK = 'linkAccount'

interface Parts {
  store: Store
  codes: Pick<Codes, 'send' | 'redeem'>
  background: Pick<BackgroundTasks, 'later'>
  channel: Pick<Channel, 'recheck' | 'dismissUser'>
  news: Pick<News, 'tellUsers'>
  privilege: Pick<Privilege, 'end'>
  settings: DeploymentSettings
  now(): number
}

type Told = `linked_account_${'created' | 'verified' | 'limited' | 'deleted'}`

/**
 * Who uses somebody's homes with him (decision 0154): the other person says by which id he is found, and agrees by a code
 * that he is sent; support is let in for a day without one.
 */
export class LinkedAccounts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Those whom the user has linked, or those who have linked him. */
  async of(userId: string, side: 'masterAccountId' | 'secondaryAccountId'): Promise<readonly DatedLink[]> {
    const links = await this.#parts.store.memberships.linksOf(userId)
    return links.filter((link) => link[side] === userId)
  }

  async create(userId: string, linkedId: string): Promise<LinkedAccount> {
    const other = await this.#whom(userId, linkedId)
    const link = await this.#link(userId, other.id, {})
    this.#sendCode(link)
    return link
  }

  async support(userId: string, linkedId: string): Promise<LinkedAccount> {
    const other = await this.#whom(userId, linkedId)
    if (other.groups[1] !== 'support') throw unknown()
    const link = await this.#link(userId, other.id, { endsAt: this.#parts.now() + supportAccess.value })
    await this.#opened(link)
    return link
  }

  async resend(userId: string, id: string): Promise<LinkedAccount> {
    const link = await this.#find(userId, id)
    if (link.verified) throw conflict('LINKED_ACCOUNT_VERIFIED')
    this.#sendCode(link)
    return link
  }

  /** Either of them types the code that only the other one was sent. */
  async verify(userId: string, id: string, otp: string): Promise<LinkedAccount> {
    const { store, codes } = this.#parts
    const link = await this.#find(userId, id)
    if (link.verified) throw conflict('LINKED_ACCOUNT_VERIFIED')
    if (!(await codes.redeem(purposeOf(link), otp))) throw invalid('/otp', undefined, 'OTP_INVALID')
    if (!(await store.memberships.verify(id))) throw notFound()
    const verified = { ...link, verified: true }
    await this.#opened(verified)
    this.#tell('linked_account_verified', verified)
    return verified
  }

  /** Whom one has let in is sent away; who was let in leaves. */
  async remove(userId: string, id: string): Promise<LinkedAccount> {
    await this.#find(userId, id)
    const link = await this.#end(id)
    if (!link) throw notFound()
    return link
  }

  /** A link by which the user shares his homes, whether it is verified already or not. */
  async shared(userId: string, id: string): Promise<LinkedAccount> {
    const link = await this.#find(userId, id)
    if (link.masterAccountId !== userId) throw notFound()
    return link
  }

  /**
   * What the link gives of a home from now on (decision 0190); without limits, everything. The user owns the home, and
   * whoever is linked has his connections closed: each comes back and finds what he is given now.
   */
  async limit(userId: string, id: string, serialNumber: string, limits?: LinkLimits): Promise<LinkedAccount> {
    const { store, channel, privilege } = this.#parts
    const link = await this.shared(userId, id)
    // Support is let in for a day to see what is wrong, wherever that is.
    if (limits && link.isSupport) throw conflict('SUPPORT_UNLIMITED')
    if (limits) await store.linkLimits.set(id, serialNumber, limits)
    else await store.linkLimits.clear(id, serialNumber)
    if (link.verified) {
      if (limits) await privilege.end(serialNumber, link.secondaryAccountId)
      channel.dismissUser(link.secondaryAccountId)
    }
    this.#tell('linked_account_limited', link)
    return link
  }

  /** Ends what was only for a while. */
  async sweep(): Promise<void> {
    const { store, now } = this.#parts
    for (const { _id, masterAccountId, secondaryAccountId } of await store.memberships.over(now())) {
      if (!(await this.#end(_id))) continue
      await store.audit.append({
        who: 'system',
        what: 'deleteLinkedAccount',
        at: now(),
        result: 'ok',
        facts: { userId: masterAccountId, linked: secondaryAccountId },
      })
    }
  }

  async #whom(userId: string, linkedId: string): Promise<Account> {
    const { store, settings } = this.#parts
    const { LINKED_ACCOUNT_ID } = settings.flags
    const given = linkedId.trim().toUpperCase()
    if (!fits(given, LINKED_ACCOUNT_ID)) throw invalid('/linkedAccountId')
    const [own, other] = await Promise.all([
      store.accounts.find(userId),
      store.accounts.findByLinkedId(given),
    ])
    // Who administers has no homes to share.
    if (!own || roleOf(own) !== 'users') throw notAllowed()
    if (!other || other.id === userId || isClosed(other) || roleOf(other) !== 'users') throw unknown()
    const links = await this.of(userId, 'masterAccountId')
    if (links.length >= linkedAccounts.value) throw conflict('LINKED_ACCOUNTS_FULL')
    return other
  }

  async #link(userId: string, other: string, more: { endsAt?: number }): Promise<LinkedAccount> {
    const { store, now } = this.#parts
    const isSupport = more.endsAt !== undefined
    const link: LinkedAccount = {
      _id: randomUUID(),
      ...{ masterAccountId: userId, secondaryAccountId: other },
      ...{ isSupport, verified: isSupport },
    }
    try {
      await store.memberships.link({ ...link, ...more, at: now() })
    } catch (error) {
      throw error instanceof ConflictError ? conflict('LINKED_ALREADY') : error
    }
    this.#tell('linked_account_created', link)
    return link
  }

  /** What is none of one's business answers like what does not exist (Z-02). */
  async #find(userId: string, id: string): Promise<LinkedAccount> {
    const link = await this.#parts.store.memberships.find(id)
    if (!link || (link.masterAccountId !== userId && link.secondaryAccountId !== userId)) throw notFound()
    return link
  }

  /** No caller waits for it: how long it takes tells nothing. */
  #sendCode(link: LinkedAccount): void {
    const { store, codes, background, settings } = this.#parts
    background.later(async () => {
      const master = await store.accounts.find(link.masterAccountId)
      if (!master) return
      const names = [master.firstName, master.lastName].filter((name) => name !== undefined)
      const hidden = settings.flags.HIDE_SENSITIVE_DATA === true
      const name = hidden ? masked(master.username) : names.join(' ') || master.username
      await codes.send(purposeOf(link), { kind: LINK, facts: { name } })
    })
  }

  /** The homes of the one appear with the other. */
  async #opened({ masterAccountId, secondaryAccountId }: LinkedAccount): Promise<void> {
    const { store, channel, news, settings } = this.#parts
    channel.recheck(secondaryAccountId)
    const shown = shownBy(settings)
    for (const serialNumber of await this.#homesOf(masterAccountId)) {
      const gateway = await store.gateways.find(serialNumber)
      if (gateway)
        news.tellUsers([secondaryAccountId], { event: 'gateway_assigned', data: { gateway: shown(gateway) } })
    }
  }

  async #end(id: string): Promise<LinkedAccount | undefined> {
    const { store, channel, news, privilege } = this.#parts
    const link = await store.memberships.unlink(id)
    if (!link) return undefined
    const { masterAccountId, secondaryAccountId } = link
    if (link.verified) {
      for (const serialNumber of await this.#homesOf(masterAccountId)) {
        if ((await store.memberships.roleFor(secondaryAccountId, serialNumber)) !== undefined) continue
        await privilege.end(serialNumber, secondaryAccountId)
        news.tellUsers([secondaryAccountId], { event: 'gateway_unassigned', data: { serialNumber } })
      }
      channel.recheck(secondaryAccountId)
    }
    this.#tell('linked_account_deleted', link)
    return link
  }

  async #homesOf(userId: string): Promise<readonly string[]> {
    const gateways = await this.#parts.store.memberships.entitledGateways(userId)
    const own = gateways.filter(({ role }) => role === 'owner')
    return own.slice(0, linkedGateways.value).map(({ serialNumber }) => serialNumber)
  }

  #tell(event: Told, link: LinkedAccount): void {
    const { _id, masterAccountId, secondaryAccountId, isSupport, verified } = link
    const data = { _id, masterAccountId, secondaryAccountId, isSupport, verified }
    this.#parts.news.tellUsers([masterAccountId, secondaryAccountId], { event, data })
  }
}

const purposeOf = ({ _id, secondaryAccountId }: LinkedAccount) => ({
  userId: secondaryAccountId,
  action: LINK,
  uniqueIdentifier: _id,
})

const unknown = (): Refusal =>
  new Refusal('missing', [{ errorCode: 'LINKED_USER_NOT_FOUND_ERROR', field: '/linkedAccountId' }])

/** spec 1 §5: pattern and length are the deployment's. */
function fits(id: string, rule: unknown): boolean {
  const { pattern, min_length, max_length } = (rule ?? {}) as {
    pattern?: string
    min_length?: number
    max_length?: number
  }
  if (id.length < (min_length ?? 16) || id.length > (max_length ?? 16)) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(id)
}
