import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isLoopback, isNetwork } from '../lib/addresses.ts'

/** Where a call comes from, and whether nobody can listen in on its way. */
export interface Client {
  address: string
  secure: boolean
}

/** Proxies whose word about the caller is taken; everybody else's `X-Forwarded-…` is ignored. */
export class Proxies {
  readonly #list = new BlockList()

  /** Addresses or networks such as `10.0.0.0/8`; throws RangeError for anything else. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/')
      const family = isIP(address)
      if (!isNetwork(network)) throw new RangeError(`${network} is neither an address nor a network`)
      this.#list.addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), family === 4 ? 'ipv4' : 'ipv6')
    }
  }

  trusts(address: string): boolean {
    const plain = address.replace(/^::ffff:/i, '')
    const family = isIP(plain)
    return family !== 0 && this.#list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }

  /** Seen from here backwards, the first that is no proxy of ours. */
  clientOf(request: IncomingMessage): Client {
    const direct = request.socket.remoteAddress ?? ''
    const encrypted = 'encrypted' in request.socket
    if (!this.trusts(direct)) return { address: direct, secure: encrypted || isLoopback(direct) }
    const hops = headerOf(request, 'x-forwarded-for')
      .split(',')
      .map((hop) => hop.trim())
    const address = hops.toReversed().find((hop) => isIP(hop) !== 0 && !this.trusts(hop)) ?? direct
    const secure = headerOf(request, 'x-forwarded-proto').toLowerCase() === 'https'
    return { address, secure: secure || isLoopback(address) }
  }
}

/** What proxies add to a call that they pass on, each by its own name. */
const FORWARDING =
  /^(forwarded|via|x-(original-)?forwarded.*|x-(real|client|cluster-client)-ip|x-original-(host|url)|(cf-connecting|true-client|fastly-client)-ip)$/

/** Somebody stands between, or says so. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
