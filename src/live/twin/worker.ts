import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { systemClock } from '#gateway/core/system-clock.ts'
import { createTwin, type Twin } from '#gateway/twin/twin.ts'
import { newId } from '#lib/new-id.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { Hub } from '../channel/hub.ts'
import { Loopback } from './loopback.ts'
import type { Answer, Asked, Fork, Question, ToTwinWorker } from './protocol.ts'

/** The channel's worker with a gateway beside it: what the page says goes no further than here. */
interface Running {
  twin: Twin
  loopback: Loopback
  begun: Promise<HomeContent>
}

let running: Running | undefined
let hub: Hub | undefined

function begin({ serialNumber, fork, port }: Fork): void {
  const twin: Twin = createTwin({
    ...{ serialNumber, fork, clock: systemClock, scenes: vocabulary as SceneVocabulary },
    transport: { event: (event) => loopback.tell(event) },
  })
  const begun = twin.start().then(() => twin.content())
  const loopback = new Loopback({ ready: begun, handle: twin.handle })
  running = { twin, loopback, begun }
  port.onmessage = ({ data: { id, question } }: MessageEvent<Asked>) => {
    answerTo(running as Running, question).then(
      (answer) => port.postMessage({ id, ...answer } as Answer),
      (error: unknown) => port.postMessage({ id, failed: String(error) } satisfies Answer),
    )
  }
}

async function answerTo({ twin, begun }: Running, question: Question) {
  const before = await begun
  if (question.kind === 'report') return { taken: twin.report(question.told) }
  return { content: await twin.content(), begun: before }
}

addEventListener('message', ({ data }: MessageEvent<ToTwinWorker>) => {
  if (data.kind === 'fork') return begin(data)
  // The page begins a channel anew with another language; the gateway beside it stays.
  if (data.kind === 'open' && running)
    hub = new Hub((message) => postMessage(message), {
      ...{ clock: systemClock, random: Math.random, newId },
      connect: running.loopback.connect,
    })
  hub?.receive(data)
})
