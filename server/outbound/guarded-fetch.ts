import { lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What an outbound call may do (V-11). */
export interface Guard {
  /** Hosts with port as in an address, e.g. `id.example` or `127.0.0.1:9000`; nothing else is called. */
  hosts: readonly string[]
  /** Said by the deployment in so many words: the host may be on this machine or in a private network. */
  privateAllowed: boolean
  timeoutMs: number
  maxBytes: number
}

export interface OutboundRequest {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | URLSearchParams | Uint8Array | undefined
}

/** A call that was not made, or broken off; the message names the rule. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  /** Of an answer that had begun when it was broken off. */
  readonly status: number | undefined
  /** A rule stands against it: it would be the same another time. */
  readonly refused: boolean

  constructor(
    message: string,
    { status, refused, ...options }: ErrorOptions & { status?: number; refused?: boolean } = {},
  ) {
    super(message, options)
    this.status = status
    // What was refused while a name was looked up comes as the reason why nobody answered.
    this.refused = refused ?? (options.cause instanceof OutboundError && options.cause.refused)
  }
}

/**
 * Like fetch, for servers that a deployment names. The address is looked at after the name was resolved, by the very
 * connection that is used, so that a name cannot point elsewhere in between. Redirects are not followed.
 */
export const guardedFetch =
  (guard: Guard) =>
  async (
    address: string | URL,
    { method = 'GET', headers = {}, body }: OutboundRequest = {},
  ): Promise<Response> => {
    const url = new URL(address)
    refuseAddress(url, guard)
    const send = url.protocol === 'https:' ? secureRequest : plainRequest
    const text = body instanceof URLSearchParams ? String(body) : body
    const signal = AbortSignal.timeout(guard.timeoutMs)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }
      const sent = send(url, {
        method,
        headers: { ...headers, ...length },
        lookup: guard.privateAllowed ? undefined : publicOnly,
        agent: false,
        signal,
      })
      sent.on('response', resolve)
      sent.on('error', (cause) => reject(new OutboundError(`${url.host} did not answer`, { cause })))
      sent.end(text)
    })
    const status = answer.statusCode ?? 502
    const bytes = await wholeBody(answer, guard.maxBytes, url.host, status)
    if (status >= 300 && status < 400 && status !== NOT_MODIFIED)
      throw new OutboundError(`${url.host} wanted to lead elsewhere`, REFUSED)
    return new Response(
      bytes.length > 0 && status !== 204 && status !== NOT_MODIFIED ? new Uint8Array(bytes) : null,
      {
        status,
        headers: headersOf(answer),
      },
    )
  }

const REFUSED = { refused: true }
/** It leads nowhere: whoever asks has it already. */
const NOT_MODIFIED = 304

/** Throws what stands against an address before anybody is asked where it is. */
export function refuseAddress(
  url: URL,
  { hosts, privateAllowed }: Pick<Guard, 'hosts' | 'privateAllowed'>,
): void {
  if (!hosts.includes(url.host)) throw new OutboundError(`${url.host} is not a configured host`, REFUSED)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && privateAllowed))
    throw new OutboundError(`${url.host} must be called over https`, REFUSED)
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('no credentials in an address', REFUSED)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!privateAllowed && isIP(literal) !== 0 && isPrivate(literal))
    throw new OutboundError(`${url.host} is a private address`, REFUSED)
}

const publicOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const refused = addresses.length === 0 || addresses.some(({ address }) => isPrivate(address))
    if (refused) return done(new OutboundError(`${host} resolves to a private address`, REFUSED), '')
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  })
}

async function wholeBody(
  answer: IncomingMessage,
  maxBytes: number,
  host: string,
  status: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new OutboundError(`${host} sent more than ${maxBytes} bytes`, { status })
      chunks.push(chunk)
    }
  } catch (cause) {
    answer.destroy()
    throw cause instanceof OutboundError ? cause : new OutboundError(`${host} broke off`, { cause, status })
  }
  return Buffer.concat(chunks)
}

function headersOf({ headers }: IncomingMessage): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) result.set(name, Array.isArray(value) ? value.join(', ') : value)
  return result
}

/** Everything that is not reached over the public internet (IANA special-purpose registries). */
const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/** IPv4 inside IPv6 counts as what it is. */
export function isPrivate(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (inner !== undefined) return reserved.check(inner, 'ipv4')
  if (/^::ffff:/i.test(plain)) return true
  return reserved.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
