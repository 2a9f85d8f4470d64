import webPush from 'web-push'
import type { Store } from '../../store/store.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import type { Seal } from '../seal.ts'
import { answered } from './answered.ts'
import { type Carrier, DeliveryError } from './carrier.ts'
import type { ServerKeys } from './server-keys.ts'

/** Which push services are called: whoever subscribes names the address, and may not make this server call any. */
export interface PushServices {
  /** Whom a push service writes to about this server, `mailto:` or `https:`. */
  contact: string
  /** Hosts; `*.` in front stands for all below. */
  hosts: readonly string[]
  privateAllowed: boolean
}

/** A subscription as the browser made it (Push API). */
export interface PushTarget {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const TIMEOUT_MS = 15_000
const MOST_BYTES = 65_536
/** For how long a push service keeps it for a device that is off. */
const LIFE_S = 24 * 3600
/** What one record of RFC 8291 holds is less than 4 kB; most of it is the text. */
const MOST_TITLE = 200
const MOST_TEXT = 500

interface Parts {
  services: PushServices
  keys: ServerKeys
  store: Pick<Store, 'pushSubscriptions'>
  seal: Seal
  /** Whether the session that a subscription belongs to is still one. */
  sessionLives(key: string): Promise<boolean>
  now(): number
}

export const mayBeCalled = ({ hosts, privateAllowed }: PushServices, endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (protocol !== 'https:' && !(protocol === 'http:' && privateAllowed)) return false
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
}

/** Web Push (RFC 8030), encrypted for the one browser that subscribed (RFC 8291), signed as this server (RFC 8292). */
export function pushCarrier({ services, keys, store, seal, sessionLives, now }: Parts): Carrier {
  return {
    async send({ subject, text, wake, target = '', userId }) {
      const kept = await store.pushSubscriptions.find(target)
      const gone = !kept || kept.userId !== userId || !(await sessionLives(kept.sessionKey))
      const opened = kept && seal.open(kept.sealed)
      if (gone || opened === undefined) throw new DeliveryError('gone', true)
      const subscription = JSON.parse(opened) as PushTarget
      if (!mayBeCalled(services, subscription.endpoint))
        throw new DeliveryError('no known push service', true)
      const { publicKey, privateKey } = await keys.read()
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(
        subscription,
        JSON.stringify({ title: cut(subject, MOST_TITLE), body: cut(text, MOST_TEXT), ...wake }),
        {
          vapidDetails: { subject: services.contact, publicKey, privateKey },
          TTL: LIFE_S,
          contentEncoding: 'aes128gcm',
          urgency: wake?.urgent ? 'high' : 'normal',
        },
      )
      const call = guardedFetch({
        hosts: [new URL(endpoint).host],
        privateAllowed: services.privateAllowed,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
      })
      try {
        await answered(call(endpoint, { method, headers: textsOf(headers), body: body ?? undefined }))
      } catch (error) {
        if (!(error instanceof DeliveryError) || !/^4(?:04|10)\b/.test(error.message)) throw error
        // RFC 8030, 7.3: this subscription is no more.
        await store.pushSubscriptions.remove(kept.id, kept.userId)
        throw new DeliveryError('gone', true, { cause: error })
      }
      await store.pushSubscriptions.sent(kept.id, now())
    },
  }
}

const cut = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

const textsOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
