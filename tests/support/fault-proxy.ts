import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What the network does to every byte that passes. */
export interface Faults {
  /** Milliseconds added each way. */
  latency: number
  /** Bytes per second; 0 is unlimited. */
  rate: number
  /** Largest piece that arrives at once; 0 is as sent. */
  slice: number
  /** Swallows everything and keeps the connections open. */
  blackHole: boolean
}

export interface FaultProxy {
  port: number
  faults: Faults
  /** Connections that are open now. */
  open(): number
  /** Cuts all connections without a goodbye; new ones are accepted. */
  reset(): void
  /** Cuts all connections and refuses new ones until told otherwise. */
  down(isDown: boolean): void
  close(): Promise<void>
}

/** A loopback network that can be made bad: stands between a client and a server on `target`. */
export async function faultProxy(target: number): Promise<FaultProxy> {
  const faults: Faults = { latency: 0, rate: 0, slice: 0, blackHole: false }
  const sockets = new Set<Socket>()
  let isDown = false

  async function pump(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (faults.latency > 0) await new Promise((resolve) => setTimeout(resolve, faults.latency))
        const size = faults.slice || chunk.length
        for (let at = 0; at < chunk.length; at += size) {
          const piece = chunk.subarray(at, at + size)
          if (faults.rate > 0)
            await new Promise((resolve) => setTimeout(resolve, (piece.length / faults.rate) * 1000))
          if (!faults.blackHole && to.writable) to.write(piece)
        }
      }
      if (!faults.blackHole) to.end()
    } catch {
      to.destroy()
    }
  }

  const server = createServer({ noDelay: true }, (near) => {
    if (isDown) return near.resetAndDestroy()
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    void pump(near, far)
    void pump(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    faults,
    open: () => sockets.size,
    reset,
    down(now) {
      isDown = now
      if (now) reset()
    },
    close() {
      reset()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
