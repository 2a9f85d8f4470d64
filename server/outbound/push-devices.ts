import { randomUUID } from 'node:crypto'
import limits from '#catalogue/limits.json' with { type: 'json' }
import { isZone } from '#gateway/lib/times/is-zone.ts'
import { minuteOf } from '#gateway/lib/times/minute-of.ts'
import type { PushDevice } from '#schemas/generated/entities/push-device.ts'
import type { PushSubscriptionWish } from '#schemas/generated/entities/push-subscription.ts'
import type { QuietHours } from '#schemas/generated/entities/quiet-hours.ts'
import { conflict, invalid, notFound } from '../lib/refusal.ts'
import { clientOf } from '../lib/user-agent.ts'
import { USUAL_ZONE } from '../lib/zone.ts'
import type { PushMode, PushSubscriptionRow } from '../store/people/push-subscriptions.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Store } from '../store/store.ts'
import { mayBeCalled, type PushServices } from './carriers/push.ts'
import type { KeyPair } from './carriers/server-keys.ts'
import type { Mails } from './mails.ts'
import type { Messenger } from './messenger.ts'
import type { Seal } from './seal.ts'

interface Parts {
  store: Pick<Store, 'pushSubscriptions' | 'quietHours' | 'accounts'>
  seal: Seal
  keys: { read(): Promise<KeyPair> }
  /** undefined: this server wakes no devices. */
  services: PushServices | undefined
  messenger: Pick<Messenger, 'send'>
  mails: Pick<Mails, 'push'>
  now(): number
}

const NIGHT: Omit<QuietHours, 'zone'> = { active: false, from: '22:00', until: '06:30' }

/** Devices on which somebody wants to be woken, and when not. */
export class PushDevices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list({ userId, key }: SessionRecord) {
    const { store, keys, services } = this.#parts
    const rows = await store.pushSubscriptions.ofUser(userId)
    return {
      data: rows.map((row) => shown(row, key)),
      count: rows.length,
      publicKey: services ? (await keys.read()).publicKey : '',
      available: services !== undefined,
      here: rows.some(({ sessionKey }) => sessionKey === key),
    }
  }

  /** A session has one device: whatever it subscribed with before is woken no more. */
  async subscribe(
    { userId, key, userAgent }: SessionRecord,
    { endpoint, keys }: PushSubscriptionWish,
  ): Promise<PushDevice> {
    const { store, seal, services, now } = this.#parts
    if (!services) throw conflict('PUSH_OFF')
    if (!mayBeCalled(services, endpoint)) throw invalid('/endpoint', undefined, 'PUSH_SERVICE_UNKNOWN')
    // An uncompressed point of P-256, and 16 bytes (RFC 8291, 2).
    if (bytes(keys.p256dh).length !== 65 || bytes(keys.p256dh)[0] !== 4) throw invalid('/keys/p256dh')
    if (bytes(keys.auth).length !== 16) throw invalid('/keys/auth')
    const id = await store.pushSubscriptions.keep({
      ...{ id: randomUUID(), userId, sessionKey: key, endpoint, mode: 'quiet', createdAt: now() },
      sealed: seal.close(JSON.stringify({ endpoint, keys })),
      label: clientOf(userAgent).deviceModel ?? 'Browser',
    })
    const others = await store.pushSubscriptions.ofUser(userId)
    for (const other of others)
      if (other.sessionKey === key && other.id !== id) await store.pushSubscriptions.remove(other.id, userId)
    await store.pushSubscriptions.trim(userId, limits.limits.pushDevicesOfPerson.value)
    const kept = await store.pushSubscriptions.find(id)
    if (!kept) throw notFound()
    return shown(kept, key)
  }

  async change(userId: string, id: string, mode: PushMode): Promise<void> {
    if (!(await this.#parts.store.pushSubscriptions.change(id, userId, mode))) throw notFound()
  }

  async remove(userId: string, id: string): Promise<void> {
    if (!(await this.#parts.store.pushSubscriptions.remove(id, userId))) throw notFound()
  }

  /** Whoever asks for it waits for it: it comes in quiet hours too. */
  async test(userId: string, id: string): Promise<void> {
    const { store, messenger, mails, now } = this.#parts
    const [device, account] = await Promise.all([
      store.pushSubscriptions.find(id),
      store.accounts.find(userId),
    ])
    if (!account || device?.userId !== userId) throw notFound()
    const { title, text } = mails.push(account.preferredLanguage).test
    await messenger.send({
      ...{ message: `test/${id}/${now()}`, userId, way: 'push', device: id, urgent: true, title },
      ...{ text: text.replaceAll('{{device}}', device.label), path: '/user_settings' },
    })
  }

  /** What ends with a session does not end unnoticed: a day before, the device says so, once. */
  async warn(over: { created: number; seen: number }): Promise<void> {
    const { store, messenger, mails } = this.#parts
    for (const { id, userId, sessionKey, lastSeenAt } of await store.pushSubscriptions.ending(over)) {
      const account = await store.accounts.find(userId)
      if (!account) continue
      const { title, text } = mails.push(account.preferredLanguage).ending
      await messenger.send({
        ...{ message: `ending/${sessionKey}/${lastSeenAt}`, userId, way: 'push', device: id },
        ...{ title, text, path: '/', urgent: false },
      })
    }
  }

  async quietHours(userId: string): Promise<QuietHours> {
    const kept = await this.#parts.store.quietHours.find(userId)
    if (!kept) return { ...NIGHT, zone: USUAL_ZONE }
    const { active, from, until, zone } = kept
    return { active, from: timeOf(from), until: timeOf(until), zone }
  }

  async setQuietHours(userId: string, { active, from, until, zone }: QuietHours): Promise<void> {
    if (!isZone(zone)) throw invalid('/zone')
    await this.#parts.store.quietHours.set(userId, {
      active,
      from: minuteOf(from),
      until: minuteOf(until),
      zone,
    })
  }
}

const shown = (
  { id, label, mode, createdAt, sentAt, sessionKey }: PushSubscriptionRow,
  key: string,
): PushDevice => ({
  ...{ id, label, mode, createdAt: new Date(createdAt).toISOString() },
  ...(sentAt !== undefined && { sentAt: new Date(sentAt).toISOString() }),
  current: sessionKey === key,
})

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
