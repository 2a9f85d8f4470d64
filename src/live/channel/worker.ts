import { systemClock } from '../clock.ts'
import { newId } from '../new-id.ts'
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
