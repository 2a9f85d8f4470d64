import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isForwarded, type Proxies } from '../http/proxies.ts'

/** More than these nobody needs to be told. */
const MOST = 5

const near = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4')
near.addSubnet('::1', 128, 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/**
 * Proxies that pass calls on although GATEHOUSE_PROXIES does not name them: all who come through one count as one. From
 * far away anybody can send such a header; only near addresses are remembered.
 */
export class StrangeProxies {
  readonly #known: Proxies
  readonly #seen = new Set<string>()
  readonly #found: (address: string) => void

  constructor(known: Proxies, found: (address: string) => void) {
    this.#known = known
    this.#found = found
  }

  get addresses(): readonly string[] {
    return [...this.#seen]
  }

  see({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): void {
    if (!isForwarded(headers)) return
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
    if (this.#seen.has(address) || this.#seen.size >= MOST || this.#known.trusts(address)) return
    const family = isIP(address)
    if (family === 0 || !near.check(address, family === 4 ? 'ipv4' : 'ipv6')) return
    this.#seen.add(address)
    this.#found(address)
  }
}
