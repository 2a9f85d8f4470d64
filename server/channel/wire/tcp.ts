import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls'
import { listenError } from '#gateway/node/listening.ts'
import { isLoopback } from '#server/lib/addresses.ts'
import type { Addresses } from '../guard/addresses.ts'
import type { Connection } from './connection.ts'
import type { Wire } from './wire.ts'

const FAREWELL_MS = 500

/** Where gateways sign in. */
export interface TcpOptions {
  /** Default: this machine only. */
  host?: string
  port: number
  /** Needed for any other host than this machine (M-10). */
  tls?: TlsOptions
}

export interface TcpDoor extends TcpOptions {
  addresses: Addresses
  banned(address: string): boolean
  admit(wire: Wire, address: string): Connection
  refused(reason: string, address: string): void
}

/** Listens for gateways; resolves when it does, rejects when it must not or cannot. */
export async function acceptGateways(door: TcpDoor): Promise<Server> {
  const { host = '127.0.0.1', port, tls } = door
  if (!tls && !isLoopback(host))
    throw new Error(
      `Gateways may sign in on ${host} only with TLS: give a key and a certificate, or listen on 127.0.0.1`,
    )
  // Before any handshake: one that is never finished takes a place, too.
  const enter = (socket: Socket): void => {
    const address = socket.remoteAddress ?? ''
    const leave = door.banned(address) ? undefined : door.addresses.enter(address)
    if (leave) socket.once('close', leave)
    else {
      door.refused('banned or too many sockets of an address', address)
      socket.destroy()
    }
  }
  const serve = (socket: Socket): void => {
    if (socket.destroyed) return
    const connection = door.admit(wireOf(socket), socket.remoteAddress ?? '')
    connection.certified = certifiedName(socket)
    socket.setNoDelay(true)
    socket.on('data', (chunk) => connection.receive(chunk))
    socket.on('error', () => connection.lost())
    socket.on('close', () => connection.lost())
  }
  const server = tls ? createTlsServer({ handshakeTimeout: 5000, ...tls }) : createServer()
  server.on('connection', enter)
  server.on(tls ? 'secureConnection' : 'connection', serve)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(listenError(error, { host, port, instead: 'choose another with GATEHOUSE_GATEWAY_PORT.' })),
    )
    server.listen(port, host, resolve)
  })
  return server
}

/** Whom the authority of the gateways has named, where a certificate was asked for. */
function certifiedName(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined
  const { subject } = socket.getPeerCertificate()
  const name: unknown = subject?.CN
  // More than one name is nobody's.
  return typeof name === 'string' ? name : ''
}

function wireOf(socket: Socket): Wire {
  let farewell: NodeJS.Timeout | undefined
  socket.once('close', () => clearTimeout(farewell))
  return {
    send: (bytes, left) => void (socket.writable && socket.write(bytes, (error) => void (error ?? left?.()))),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end() {
      socket.resume()
      socket.end()
      farewell = setTimeout(() => socket.destroy(), FAREWELL_MS)
    },
    kill: () => void socket.destroy(),
  }
}
