import { guardedFetch } from '../guarded-fetch.ts'
import { answered } from './answered.ts'
import type { Carrier } from './carrier.ts'

/** A provider of text messages or calls that takes them over HTTP. */
export interface HttpGateway {
  address: URL
  /** With {to}, {text} and {id}: JSON where it begins with a brace, else a form. */
  template: string
  token: string | undefined
  privateAllowed: boolean
  /** Without it 15 seconds. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const MOST_BYTES = 65_536
const PLACE = /\{(to|text|id)\}/g

/** What each of them understands who follows no template of its own. */
export const USUAL_TEMPLATE = '{"to":{to},"text":{text},"id":{id}}'

/** Text messages and calls by whatever provider a deployment has (docs/ways-out.md). */
export function httpGatewayCarrier({
  address,
  template,
  token,
  privateAllowed,
  timeoutMs = TIMEOUT_MS,
}: HttpGateway): Carrier {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const call = guardedFetch({
    ...{ hosts: [url.host], privateAllowed, timeoutMs, maxBytes: MOST_BYTES },
  })
  const isJson = template.trimStart().startsWith('{') && !/^\{(?:to|text|id)\}/.test(template.trimStart())
  const proof =
    token === undefined
      ? username === ''
        ? undefined
        : `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`
      : `Bearer ${token}`
  return {
    async send({ to, text }, id) {
      const values: Readonly<Record<string, string>> = { to, text, id }
      const body = template.replaceAll(PLACE, (_all, name: string) =>
        isJson ? JSON.stringify(values[name]) : encodeURIComponent(values[name] ?? ''),
      )
      await answered(
        call(url, {
          method: 'POST',
          headers: {
            'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
            // The same each time it is tried, so that a provider that knows this header sends it once.
            'idempotency-key': id,
            ...(proof !== undefined && { authorization: proof }),
          },
          body,
        }),
      )
    },
  }
}
