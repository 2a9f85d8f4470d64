import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { isLoopback } from '#server/lib/addresses.ts'
import type { Addresses } from '../guard/addresses.ts'
import type { Limits } from '../limits.ts'
import type { Connection } from './connection.ts'
import type { Wire } from './wire.ts'

const PATH = '/mqtt'
/** So long may the other side take to say goodbye. */
const FAREWELL_MS = 500

export interface WebsocketOptions {
  server: Server
  limits: Limits
  addresses: Addresses
  mayConnectFrom(origin: string, host: string): boolean
  /** Where a request comes from and whether nobody can listen in; a proxy knows better than the socket. */
  clientOf(request: IncomingMessage): { address: string; secure: boolean }
  banned(address: string): boolean
  admit(wire: Wire, address: string): Connection
  refused(reason: string, address: string): void
}

/** Where a client is when nothing stands between: secure is TLS, or this very machine (M-10). */
export function directClient(request: IncomingMessage): { address: string; secure: boolean } {
  const address = request.socket.remoteAddress ?? ''
  return { address, secure: isLoopback(address) || 'encrypted' in request.socket }
}

/** Takes over upgrades of `/mqtt`; what ends that is returned. */
export function acceptWebsockets(options: WebsocketOptions): () => void {
  const { server, limits, addresses } = options
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    autoPong: false,
    // One frame may carry more than one packet; the cap of a packet is read from its own header.
    maxPayload: 2 * limits.packetBytes,
    handleProtocols: () => 'mqtt',
  })

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== PATH) {
      if (server.listenerCount('upgrade') === 1) answer(socket, '404 Not Found')
      return
    }
    const { address, secure } = options.clientOf(request)
    const no = (status: string, reason: string): void => {
      options.refused(reason, address)
      answer(socket, status)
    }
    if (!secure) return no('403 Forbidden', 'plain websocket from afar')
    const { origin, host = '', 'sec-websocket-protocol': offered = '' } = request.headers
    // MQTT-6.0.0-3: the client must ask for "mqtt".
    if (!offered.split(',').some((name) => name.trim() === 'mqtt')) return no('400 Bad Request', 'not mqtt')
    // Programs send no origin; pages cannot leave it out (B-08).
    if (origin !== undefined && !options.mayConnectFrom(origin, host))
      return no('403 Forbidden', 'foreign origin')
    if (options.banned(address)) return no('429 Too Many Requests', 'banned address')
    const leave = addresses.enter(address)
    if (!leave) return no('429 Too Many Requests', 'too many sockets of an address')
    socket.once('close', leave)
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, address))
  }

  const serve = (ws: WebSocket, address: string): void => {
    const connection = options.admit(wireOf(ws), address)
    ws.on('message', (data: RawData, binary: boolean) => {
      if (binary && Buffer.isBuffer(data)) connection.receive(data)
      else connection.breach('text frame')
    })
    // A flood of pings must not fill the way back.
    ws.on('ping', (data) => ws.bufferedAmount < limits.waitingBytes && ws.pong(data))
    ws.on('error', (error) => connection.breach(`websocket: ${error.message}`))
    ws.on('close', () => connection.lost())
  }

  server.on('upgrade', onUpgrade)
  return () => void server.off('upgrade', onUpgrade)
}

function wireOf(ws: WebSocket): Wire {
  let farewell: NodeJS.Timeout | undefined
  ws.once('close', () => clearTimeout(farewell))
  return {
    send: (bytes, left) => {
      if (ws.readyState === ws.OPEN) ws.send(bytes, { binary: true }, (error) => void (error ?? left?.()))
    },
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    end() {
      if (ws.readyState !== ws.OPEN) return
      ws.resume()
      ws.close(1000)
      farewell = setTimeout(() => ws.terminate(), FAREWELL_MS)
    },
    kill: () => ws.terminate(),
  }
}

function answer(socket: Duplex, status: string): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
