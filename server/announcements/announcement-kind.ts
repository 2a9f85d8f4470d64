import { randomBytes } from 'node:crypto'
import type {
  AnnouncementCondition,
  AnnouncementContent,
} from '#schemas/generated/entities/announcement-content.ts'
import { filled } from '../filled.ts'
import { zoneOfPerson } from '../homes/home-zone.ts'
import type { JobKind, Outcome } from '../jobs/job-engine.ts'
import { OUTSIDE_WINDOW, opensAt } from '../jobs/window.ts'
import type { Message, Messenger } from '../outbound/messenger.ts'
import type { Account } from '../store/people/accounts.ts'
import type { Store } from '../store/store.ts'
import { factsOf, messageOf, WAYS } from './views.ts'

interface Parts {
  store: Pick<Store, 'accounts' | 'announcements' | 'gateways' | 'newsChoices' | 'quietHours' | 'recipients'>
  homes: Parameters<typeof zoneOfPerson>[0]['homes']
  messenger: Pick<Messenger, 'send' | 'receipts'>
  now(): number
}

const failed = (code: string, message?: string): Outcome => ({
  failed: { code, ...(message !== undefined && { message }) },
  again: false,
  answered: true,
})

/** What a receipt says in words of its own, as a code. */
const CODES: Readonly<Record<string, string>> = {
  no_address: 'NO_ADDRESS',
  too_many: 'TOO_MANY',
  gone: 'GONE',
}

/** Tells one person, once, whatever happens to the server meanwhile. */
export const tell =
  (parts: Parts): JobKind['perform'] =>
  async (job, { subject: userId }) => {
    const { store, messenger } = parts
    const { contentId, type } = factsOf(job)
    const [account, content] = await Promise.all([
      store.accounts.find(userId),
      store.announcements.find(contentId),
    ])
    if (!content) return failed('NO_CONTENT')
    if (!account || account.disabled || account.isProfileMarkedForDeletion) return failed('NO_ACCOUNT')
    const opens = content.window && opensAt(content.window, parts.now(), await zoneOfPerson(parts, userId))
    if (opens) return { againAt: opens, why: { code: OUTSIDE_WINDOW } }
    if (!(await holdsFor(store, content.notificationCondition, userId))) return { done: { spared: true } }
    const letter = await letterFor(parts, content, userId)
    if (!letter) return { done: { spared: true } }
    const message = messageOf(job.id, userId)
    const words = await wordsFor(parts, content, account)
    await messenger.send({
      ...{ ...words, ...letter, message, userId, way: WAYS[type], path: '/', urgent: false },
      ...(content.file && { file: content.file._id }),
    })
    const receipts = (await messenger.receipts([message])).get(message) ?? []
    const [fault] = receipts
    if (!fault || receipts.some(({ state }) => state !== 'failed')) return { done: {} }
    const { reason = '' } = fault
    return CODES[reason] ? failed(CODES[reason]) : failed('NOT_DELIVERED', reason)
  }

/** Whether it concerns somebody at this moment; without a condition it concerns everybody. */
async function holdsFor(
  { gateways }: Pick<Store, 'gateways'>,
  condition: AnnouncementCondition | undefined,
  userId: string,
): Promise<boolean> {
  if (condition === undefined) return true
  const states = (await gateways.ofUser(userId)).map(({ connectionStatus }) => connectionStatus)
  if (condition === 'noGateway') return states.length === 0
  return states.includes(condition === 'gatewayOffline' ? 'offline' : 'online')
}

/** Of news the way out of them; undefined for whoever wants none. */
export async function letterFor(
  { store, now }: Parts,
  { topicType }: AnnouncementContent,
  userId: string,
): Promise<Pick<Message, 'letter' | 'unsubscribe'> | undefined> {
  if (topicType === 'SYS') return { letter: 'announcement' }
  const secret = randomBytes(16).toString('base64url')
  const { wanted, secret: unsubscribe } = await store.newsChoices.begin({ userId, secret, changedAt: now() })
  return wanted ? { letter: 'newsletter', unsubscribe } : undefined
}

/** In the language that somebody reads, with what is his put in. */
export async function wordsFor(
  { store }: Pick<Parts, 'store'>,
  content: AnnouncementContent,
  { id, preferredLanguage, firstName, username }: Account,
): Promise<Pick<Message, 'title' | 'text'>> {
  const { title, text } = content.translations?.[preferredLanguage] ?? content
  const gateway = /\{\{gateway\}\}/.test(title + text) ? await store.recipients.gatewayOf(id) : undefined
  const facts = { firstName: firstName ?? username, gateway: gateway ?? '' }
  return { title: filled(title, facts), text: filled(text, facts) }
}
