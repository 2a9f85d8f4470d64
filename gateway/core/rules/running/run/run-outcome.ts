import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { CommandError, codes } from '../../../errors.ts'
import type { OrderEnd } from '../../../orders/order-book.ts'

const NO_REPORT = 'NO_REPORT: The device has not reported'

/** What a list of runs can keep and show. */
export const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' ? value.length <= 200 : typeof value === 'number' || typeof value === 'boolean'

/** What came of a step that could not be done. */
export function refused(error: unknown): Pick<RunStep, 'outcome' | 'code' | 'message'> {
  const { code, message } =
    error instanceof CommandError ? error : { code: codes.failed, message: 'The gateway could not do it' }
  // What a newer order replaced before it was sent was not carried out, and did not fail either.
  return { outcome: code === codes.superseded ? 'skipped' : 'failed', code, message }
}

/** What came of an order. */
export function changeBy(end: OrderEnd): Partial<RunStep> {
  switch (end.outcome) {
    case 'confirmed':
      return { outcome: 'confirmed' }
    case 'diverged':
      return {
        outcome: 'diverged',
        message: `The device reported ${JSON.stringify(end.value)}`.slice(0, 200),
        ...(isShort(end.value) && { reported: end.value }),
      }
    case 'failed':
      return { outcome: 'failed', code: codes.failed, message: `${end.code}: ${end.message}` }
    case 'silent':
      return { outcome: 'accepted', message: NO_REPORT }
    case 'taken':
      return { outcome: 'accepted' }
  }
}

/** What was only accepted by a device that would report is no success (L-08). */
export function outcomeOf(steps: readonly RunStep[]): RuleRun['outcome'] {
  // What a target has found stands behind it, and tells what came of it.
  const acts = steps.filter(
    ({ kind, outcome }) =>
      outcome !== 'skipped' &&
      kind !== 'delay' &&
      kind !== 'condition' &&
      !((kind === 'target' || kind === 'repeat') && outcome === 'confirmed'),
  )
  const well = acts.filter(
    ({ outcome, message }) => outcome === 'confirmed' || (outcome === 'accepted' && message === undefined),
  )
  if (well.length === acts.length) return 'done'
  return acts.every(({ outcome }) => outcome === 'failed') ? 'failed' : 'partly'
}
