import { Worker } from 'node:worker_threads'
import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import { leavingOnly } from '#gateway/drivers/shared/leaving.ts'
import { awayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { Ask, FromThread, ThreadData } from './protocol.ts'
import { WatchReader, watchMemory } from './watch.ts'

export interface Isolated {
  name: string
  /** Module of the thread; it calls serveDriver. */
  entry: URL
  /** Handed to it as a copy. */
  options: unknown
  /** Ms that one piece of work of somebody else may take. */
  deadline?: number
  /** MB that the thread may use. */
  memory?: number
}

/** A piece of work is found too long by so many looks in a row, so that a machine that slept accuses nobody. */
const looks = 4
const firstPause = 500
const longestPause = 60_000
/** After so long without trouble, trouble is new. */
const wellAfter = 10 * 60_000
const mostRefused = 1000
const partingTime = 3000

/**
 * A driver in a thread of its own, for a bridge whose messages make it work: what takes more time or memory than it may ends
 * that thread only. Another is started, which leaves alone what the one before was about.
 */
export function isolatedDriver(parts: Isolated): Driver {
  let thread: Thread | undefined
  const running = (): Thread => {
    if (!thread) throw new CommandError(codes.disabled, 'The driver is not started')
    return thread
  }
  return {
    name: parts.name,
    async start(host) {
      thread = new Thread(parts, host)
      await thread.start()
    },
    async stop() {
      await thread?.stop()
      thread = undefined
    },
    async set(command) {
      await running().set(command)
    },
    network: {
      ...leavingOnly(() => {}),
      async remove(device, force) {
        await running().ask({ kind: 'leave', device, force })
      },
    },
  }
}

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

class Thread {
  readonly #parts: Isolated
  readonly #host: DriverHost
  readonly #refused = new Set<string>()
  readonly #devices = new Set<string>()
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #next = 1
  #pause = firstPause
  #stopped = false
  #cancelRestart: (() => void) | undefined

  constructor(parts: Isolated, host: DriverHost) {
    this.#parts = parts
    this.#host = host
  }

  /** Resolves when it runs, or has ended already and is being tried again. */
  start(): Promise<void> {
    const { entry, name, options, deadline = 2000, memory = 256 } = this.#parts
    const watch = watchMemory()
    const workerData: ThreadData = { options, watch, refused: [...this.#refused] }
    const worker = new Worker(entry, {
      workerData,
      name,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    })
    this.#worker = worker
    const reader = new WatchReader(watch)
    const look = setInterval(() => {
      if (reader.look() >= looks) void worker.terminate()
    }, deadline / looks)
    look.unref()
    const well = setTimeout(() => {
      this.#pause = firstPause
    }, wellAfter)
    well.unref()
    let why = 'a piece of work took too long'
    worker.on('error', (error) => {
      why = error.message.slice(0, 200)
    })
    return new Promise((resolve) => {
      worker.on('message', (message: FromThread) => {
        if (message.kind === 'started') {
          if (this.#pause > firstPause) this.#host.bridge(undefined)
          resolve()
        } else this.#take(message)
      })
      worker.on('exit', () => {
        clearInterval(look)
        clearTimeout(well)
        this.#ended(reader.source, why)
        resolve()
      })
    })
  }

  set(command: Parameters<Driver['set']>[0]): Promise<void> {
    return this.ask({ kind: 'set', command, last: this.#host.last(command) })
  }

  ask(asked: Ask): Promise<void> {
    const worker = this.#worker
    if (!worker) return Promise.reject(restarting())
    return new Promise((resolve, reject) => {
      const ask = this.#next++
      this.#waiting.set(ask, { resolve, reject })
      worker.postMessage({ ...asked, ask })
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancelRestart?.()
    const worker = this.#worker
    if (!worker) return
    const patience = setTimeout(() => void worker.terminate(), partingTime)
    await this.ask({ kind: 'stop' }).catch(() => undefined)
    clearTimeout(patience)
    await worker.terminate()
  }

  #take(message: Exclude<FromThread, { kind: 'started' }>): void {
    if (message.kind === 'done') {
      const waiting = this.#waiting.get(message.ask)
      this.#waiting.delete(message.ask)
      const { refused } = message
      if (refused) waiting?.reject(new CommandError(refused.code, refused.message))
      else waiting?.resolve()
      return
    }
    if (this.#stopped) return
    if (message.name === 'upsert') this.#devices.add(message.args[0].id)
    if (message.name === 'remove') this.#devices.delete(message.args[0])
    const told = this.#host[message.name] as (...args: readonly unknown[]) => void
    told(...message.args)
  }

  /** The thread is gone. Nobody drives its devices until the next one runs. */
  #ended(source: string | undefined, why: string): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(restarting())
    this.#waiting.clear()
    if (this.#stopped) return
    this.#host.log('error', 'The thread of a driver ended and is started anew', { why, source })
    if (source !== undefined && this.#refused.size < mostRefused) {
      this.#refused.add(source)
      this.#host.malformed(source, 'A template of this took more time or memory than a template may')
    }
    for (const device of this.#devices) this.#host.status({ device, status: 5, reason: awayReason.bridge })
    this.#host.bridge(awayReason.bridge)
    this.#cancelRestart = this.#host.clock.after(this.#pause, () => void this.start())
    this.#pause = Math.min(longestPause, this.#pause * 2)
  }
}

const restarting = (): CommandError => new CommandError(codes.disabled, 'The bridge is being started anew')
