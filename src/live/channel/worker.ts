import { newId } from '#lib/new-id.ts'
import { systemClock } from '../clock.ts'
import { Hub } from './hub.ts'
import type { ToWorker } from './protocol.ts'
import { connectMqtt } from './transport.ts'

const hub = new Hub((message) => postMessage(message), {
  clock: systemClock,
  connect: connectMqtt,
  random: Math.random,
  newId,
})

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => hub.receive(data))
