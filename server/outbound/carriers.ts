import type { Config } from '../config.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Store } from '../store/store.ts'
import { httpGatewayCarrier } from './carriers/http-gateway.ts'
import { pushCarrier } from './carriers/push.ts'
import type { ServerKeys } from './carriers/server-keys.ts'
import { smtpCarrier } from './carriers/smtp.ts'
import { webCallCarrier } from './carriers/web-call.ts'
import { whatsAppCarrier } from './carriers/whatsapp.ts'
import type { Carriers } from './outbound.ts'
import type { Seal } from './seal.ts'

interface Parts {
  store: Pick<Store, 'pushSubscriptions' | 'sessions'>
  sessions: { lives(record: SessionRecord): boolean }
  keys: ServerKeys
  seal: Seal
  /** Addresses elsewhere that scenes call. */
  web: Omit<Parameters<typeof webCallCarrier>[0], 'now'>
  now(): number
}

/** Those that this deployment has; what none of them carries stays in the outbox. */
export function carriersOf(
  { mail: { smtp, from }, ways: { push, sms, call, whatsapp } }: Pick<Config, 'mail' | 'ways'>,
  { store, sessions, keys, seal, web, now }: Parts,
): Carriers {
  const sessionLives = async (key: string): Promise<boolean> => {
    const record = await store.sessions.findByKey(key)
    return record !== undefined && sessions.lives(record)
  }
  return {
    web: webCallCarrier({ ...web, now }),
    ...(smtp && { mail: smtpCarrier({ address: smtp, from }) }),
    ...(push && { push: pushCarrier({ services: push, keys, store, seal, sessionLives, now }) }),
    ...(sms && { sms: httpGatewayCarrier(sms) }),
    ...(call && { call: httpGatewayCarrier(call) }),
    ...(whatsapp && { whatsapp: whatsAppCarrier(whatsapp) }),
  }
}
