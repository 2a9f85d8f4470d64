import { JobEngine, type Outcome } from '#server/jobs/job-engine.ts'
import { usualJobPace } from '#server/jobs/job-pace.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openStore } from '#server/store/store.ts'

/** A server with nothing but jobs, which is killed at any moment: its gateways are in the process that kills it. */
const [location = ''] = process.argv.slice(2)
const complain = (facts: object, message: string) =>
  process.stderr.write(`${message} ${JSON.stringify(facts)}\n`)
const log = { debug() {}, info() {}, warn() {}, error: complain }

const waiting = new Map<string, (outcome: Outcome) => void>()
process.on('message', ({ id, outcome }: { id: string; outcome: Outcome }) => {
  waiting.get(id)?.(outcome)
  waiting.delete(id)
})

const store = await openStore(location)
const engine = new JobEngine({
  ...{ jobs: store.jobs, clock: systemClock, log },
  pace: { ...usualJobPace, retryMs: 1, longestRetryMs: 5 },
})
engine.register('test', {
  perform: (_job, { subject }, attempt) =>
    new Promise((resolve) => {
      const id = attempt.requestId('do')
      waiting.set(id, resolve)
      process.send?.({ ask: id, subject })
    }),
  ended: ({ id }) => process.send?.({ ended: id }),
})
await engine.start()
process.send?.({ began: true })
