import type { Clock } from '#gateway/core/ports.ts'
import { conditionOf } from '../homes/conditions.ts'
import { zoneOfHome } from '../homes/home-zone.ts'
import type { Attempt, JobKind, Outcome } from '../jobs/job-engine.ts'
import { OUTSIDE_WINDOW, opensAt } from '../jobs/window.ts'
import type { Job, Task } from '../store/fleet/job-rows.ts'
import type { Store } from '../store/store.ts'
import { idsOf } from './contents/content-kind.ts'
import { look } from './contents/contents.ts'
import { lookAtPart, noneOf, partOf, saysOf, type Told, withBack } from './contents/parts.ts'
import { takeBack } from './contents/taking-back.ts'
import { Cannot, type Homes, type Reach, reachOf, remembering } from './reach.ts'
import { factsOf, type Kept, keptOf, rules } from './views.ts'

export interface CarryingParts {
  store: Pick<Store, 'gateways' | 'quietHours'>
  homes: Homes
  clock: Pick<Clock, 'now'>
}

export const OFFLINE = 'GATEWAY_OFFLINE'

const refused = ({ code, message, answered }: Cannot): Outcome => ({
  failed: { code, ...(message !== '' && { message }) },
  again: rules.causes[code]?.again === true,
  answered,
})

/** Brings the content of an operation to one gateway, or takes it back from it. */
export const carryOut =
  ({ store, homes, clock }: CarryingParts): JobKind['perform'] =>
  async (job, task, attempt) => {
    const gateway = await store.gateways.find(task.subject)
    if (!gateway) return refused(new Cannot('UNKNOWN_GATEWAY'))
    const condition = conditionOf(gateway, job.begunBy)
    if (condition?.errorCode === OFFLINE) return { waitsFor: OFFLINE }
    const { window } = factsOf(job)
    const opens = window && opensAt(window, clock.now(), await zoneOfHome({ store, homes }, gateway))
    // Its wave waits for it: what the canaries show must be known before the others are asked.
    if (opens) return { againAt: opens, why: { code: OUTSIDE_WINDOW } }
    if (condition) return refused(new Cannot(condition.errorCode, condition.message))
    const { requestId } = attempt
    const reach = reachOf({ homes, gateway, userId: job.begunBy, requestId, patience: rules.patience })
    try {
      return { done: await carriedOut(job, task, attempt, reach) }
    } catch (error) {
      if (error instanceof Cannot) return refused(error)
      throw error
    }
  }

async function carriedOut(job: Job, task: Task, attempt: Attempt, reach: Reach): Promise<Kept> {
  const { takesBack, content } = factsOf(job)
  if (takesBack !== undefined) {
    const back = keptOf(task).back ?? []
    return { says: await takeBack(reach, back), back }
  }
  const [what] = content.content_params
  if (content.content_params.length > 1) return broughtInParts(job, task, attempt, remembering(reach))
  const verdict = await look(what, reach, idsOf(job.id))
  // An earlier try may have done it and not been kept: then its way back is known all the same.
  if (verdict.says === 'same') return { says: 'same', ...keptOf(task) }
  const { says, back } = verdict
  await attempt.note({ says, back })
  try {
    await verdict.act()
  } catch (error) {
    if (error instanceof Cannot && error.answered && error.code !== 'INTERRUPTED') await attempt.note({})
    throw error
  }
  return { says, back }
}

/** One after the other; what a try before has brought is as it should be by now, and its way back is kept. */
async function broughtInParts(job: Job, task: Task, attempt: Attempt, reach: Reach): Promise<Kept> {
  const { back: known = [], parts: before } = keptOf(task)
  let back = known
  const parts: Told[] = []
  for (const [at, what] of factsOf(job).content.content_params.entries()) {
    const verdict = await lookAtPart(what, partOf(reach, job.id, at))
    if ('leftOut' in verdict) parts.push({ code: verdict.leftOut })
    else if (verdict.says === 'same') parts.push({ says: before?.[at]?.says ?? 'same' })
    else {
      const says = verdict.says === 'replaces' ? 'replaces' : 'adds'
      const begun = { says: saysOf([...parts, { says }]), back: withBack(back, verdict.back) }
      await attempt.note({ ...begun, parts: [...parts, { says }] })
      try {
        await verdict.act()
      } catch (error) {
        if (error instanceof Cannot && error.answered && error.code !== 'INTERRUPTED')
          await attempt.note({ ...(back.length > 0 && { says: saysOf(parts), back }), parts })
        throw error
      }
      back = begun.back
      parts.push({ says })
    }
  }
  const code = noneOf(parts)
  if (code !== undefined) throw new Cannot(code)
  return { says: saysOf(parts), back, parts }
}
