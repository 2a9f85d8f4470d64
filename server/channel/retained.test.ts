import { expect, test } from 'vitest'
import { memoryByTopic } from './retained.ts'

interface Memory {
  storeRetained(packet: { topic: string; payload: Buffer | string }): Promise<void>
  createRetainedStream(filter: string): AsyncIterable<{ topic: string; payload: Buffer | string }>
  createRetainedStreamCombi(
    filters: readonly string[],
  ): AsyncIterable<{ topic: string; payload: Buffer | string }>
}

const all = async (stream: AsyncIterable<{ topic: string; payload: Buffer | string }>) => {
  const found: string[] = []
  for await (const { topic, payload } of stream) found.push(`${topic} ${payload}`)
  return found
}

async function filled(): Promise<Memory> {
  const memory = memoryByTopic() as Memory
  await memory.storeRetained({ topic: 'one', payload: Buffer.from('online') })
  await memory.storeRetained({ topic: 'two', payload: Buffer.from('offline') })
  return memory
}

test('L-05 what a topic keeps is found by its topic alone', async () => {
  const memory = await filled()
  expect(await all(memory.createRetainedStream('one'))).toEqual(['one online'])
  expect(await all(memory.createRetainedStream('three'))).toEqual([])
  expect(await all(memory.createRetainedStreamCombi(['two', 'three', 'one']))).toEqual([
    'two offline',
    'one online',
  ])
})

test('L-05 what is said later takes its place, and what says nothing takes it away', async () => {
  const memory = await filled()
  await memory.storeRetained({ topic: 'one', payload: Buffer.from('offline') })
  expect(await all(memory.createRetainedStream('one'))).toEqual(['one offline'])
  await memory.storeRetained({ topic: 'one', payload: Buffer.alloc(0) })
  expect(await all(memory.createRetainedStreamCombi(['one', 'two']))).toEqual(['two offline'])
})

test('L-05 what is kept does not change with the packet that brought it', async () => {
  const memory = memoryByTopic() as Memory
  const packet = { topic: 'one', payload: 'online' }
  await memory.storeRetained(packet)
  packet.payload = 'offline'
  expect(await all(memory.createRetainedStream('one'))).toEqual(['one online'])
})
