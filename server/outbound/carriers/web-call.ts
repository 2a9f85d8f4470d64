import { createHmac } from 'node:crypto'
import { guardedFetch, OutboundError } from '../guarded-fetch.ts'
import { answered } from './answered.ts'
import { type Carrier, DeliveryError, type Settled } from './carrier.ts'

const TIMEOUT_MS = 10_000
/** Nobody reads the answer. */
const MOST_BYTES = 65_536

/** Where a call leads now, and what signs it. */
export interface CalledAddress {
  id: string
  url: string
  method: 'GET' | 'POST'
  secret: string
}

interface Parts {
  /** What is called now; undefined where it is gone, or worth nothing any more. */
  called(id: string): Promise<CalledAddress | undefined>
  isPrivateAllowed(host: string): boolean
  settled(what: Settled): void
  now(): number
  /** How long the other side may take; ms. */
  patienceMs?: number
}

/**
 * Calls addresses that scenes name (decision 0245, docs/connect/calls.md). Each try is signed with the time at which it is
 * made; its id stays the same, so that whoever is called can tell a second try from a second call.
 */
export const webCallCarrier = ({
  called,
  isPrivateAllowed,
  settled,
  now,
  patienceMs = TIMEOUT_MS,
}: Parts): Carrier => ({
  async send({ target = '', text }, id) {
    const address = await called(target)
    if (!address) throw new DeliveryError('WEB_GONE', true)
    const { method, secret } = address
    const url = new URL(address.url)
    const isPost = method === 'POST'
    // Of GET everything stands in the address.
    if (!isPost)
      for (const [name, value] of Object.entries(fieldsOf(text))) url.searchParams.append(name, value)
    const at = Math.floor(now() / 1000)
    const signed = `${at}.${isPost ? text : url.pathname + url.search}`
    const signature = createHmac('sha256', secret).update(signed).digest('hex')
    const call = guardedFetch({
      ...{ hosts: [url.host], privateAllowed: isPrivateAllowed(url.host) },
      ...{ timeoutMs: patienceMs, maxBytes: MOST_BYTES },
    })
    try {
      await answered(
        call(url, {
          method,
          headers: {
            'user-agent': 'Gatehouse',
            'gatehouse-call': id,
            'gatehouse-signature': `t=${at},v1=${signature}`,
            ...(isPost && { 'content-type': 'application/json' }),
          },
          ...(isPost && { body: text }),
        }),
      )
    } catch (error) {
      throw error instanceof DeliveryError ? said(error) : error
    }
  },
  settled,
})

/** What people are told of it is no sentence of a library. */
function said(error: DeliveryError): DeliveryError {
  const { cause, final, pauseMs, message } = error
  const more = { cause: error, ...(pauseMs !== undefined && { pauseMs }) }
  if (!(cause instanceof OutboundError)) return new DeliveryError(`WEB_ANSWERED ${message}`, final, more)
  if (cause.refused) return new DeliveryError('WEB_REFUSED', true, more)
  return new DeliveryError('WEB_SILENT', final, more)
}

/** A body has one value for each name. */
function fieldsOf(body: string): Record<string, string> {
  const fields = JSON.parse(body) as Record<string, unknown>
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
