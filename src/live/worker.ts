import { systemClock } from './clock.ts'
import { Hub } from './hub.ts'
import type { ToWorker } from './protocol.ts'
import { connectMqtt } from './transport.ts'

/** 128 random bits, as requests and client ids need them. */
const newId = (): string => crypto.randomUUID().replaceAll('-', '')

const hub = new Hub((message) => postMessage(message), {
  clock: systemClock,
  connect: connectMqtt,
  random: Math.random,
  newId,
})

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => hub.receive(data))
