import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import type { ChannelWorker } from '../channel/page-end.ts'
import type { Answer, Fork, Question, Told } from './protocol.ts'

/** A twin as the page has it: a worker for its channel, and what is asked of it besides. */
export interface TwinWorker {
  readonly serialNumber: string
  readonly fork: HomeFork
  /** The channel's end; each that begins hears only its own, and the twin outlives it. */
  channel(): ChannelWorker
  /** How it is set up, and how it was before anybody touched it. */
  content(): Promise<{ content: HomeContent; begun: HomeContent }>
  /** A device tells a value; false where it has no such value to tell. */
  report(told: Told): Promise<boolean>
  /** Forgets it. */
  end(): void
}

/** Forks a gateway into this worker. */
export function twinIn(worker: Worker, fork: HomeFork): TwinWorker {
  const serialNumber = `${fork.serialNumber}-twin`
  const { port1: port, port2 } = new MessageChannel()
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  let asked = 0
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if ('failed' in data) call?.reject(new Error(data.failed))
    else call?.resolve(data)
  }
  const ask = (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = ++asked
      waiting.set(id, { resolve, reject })
      port.postMessage({ id, question })
    })
  const begin: Fork = { kind: 'fork', serialNumber, fork, port: port2 }
  worker.postMessage(begin, [port2])

  return {
    ...{ serialNumber, fork },
    channel() {
      const over = new AbortController()
      return {
        postMessage: (message: unknown) => worker.postMessage(message),
        addEventListener: (kind: string, listener: (event: MessageEvent) => void) =>
          worker.addEventListener(kind as 'message', listener, { signal: over.signal }),
        terminate: () => over.abort(),
      }
    },
    content: async () => {
      const answer = await ask({ kind: 'content' })
      if (!('content' in answer)) throw new Error('The twin did not say how it is set up')
      return answer
    },
    report: async (told) => {
      const answer = await ask({ kind: 'report', told })
      return 'taken' in answer && answer.taken
    },
    end() {
      worker.terminate()
      port.close()
      for (const { reject } of waiting.values()) reject(new Error('The twin is over'))
    },
  }
}
