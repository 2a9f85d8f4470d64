import { Readable } from 'node:stream'
import memory from 'aedes-persistence'

/** A message that a topic keeps for whoever subscribes later. */
interface Kept {
  topic: string
  payload: Buffer | string
}

/**
 * What aedes remembers, with retained messages found by their topic. Its own memory tries each of them at each
 * subscription; with 5,000 homes that kept the server from answering for ten seconds (L-05). Only presence is retained,
 * and the only wildcard that anybody may use is for requests: no filter matches more than its own topic.
 */
export function memoryByTopic(): object {
  const kept = new Map<string, Kept>()
  const of = (filters: readonly string[]) =>
    Readable.from(filters.flatMap((filter) => kept.get(filter) ?? []))
  return Object.assign(memory(), {
    async storeRetained(packet: Kept): Promise<void> {
      if (packet.payload.length === 0) kept.delete(packet.topic)
      else kept.set(packet.topic, { ...packet })
    },
    createRetainedStream: (filter: string) => of([filter]),
    createRetainedStreamCombi: (filters: readonly string[]) => of(filters),
  })
}
