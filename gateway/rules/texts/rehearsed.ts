import { passedOver } from '#gateway/lib/scenes/recipients.ts'
import type { TextValue } from '#schemas/generated/entities/rule.ts'
import type { RehearsedRun } from '../runs/in-their-turn.ts'
import type { Scalar, World } from '../world.ts'
import { foundIn } from './found.ts'

/** Runs whose messages say what their values were at the moment of the step, and who was not meant then. */
export const withTexts = (
  runs: readonly RehearsedRun[],
  worldAt: (at: number) => Pick<World, 'value' | 'status'>,
): RehearsedRun[] =>
  runs.map((run) => ({
    ...run,
    steps: run.steps.map((step) => {
      const { values, recipients, at } = step
      if (!values && !recipients) return step
      const world = worldAt(at)
      return {
        ...step,
        ...(values && { found: foundIn(step, (value) => valueIn(world, value)) }),
        ...(recipients && { told: passedOver(step, (status) => world.status(status)) }),
      }
    }),
  }))

const valueIn = (world: Pick<World, 'value' | 'status'>, value: TextValue): Scalar | undefined =>
  value.kind === 'status'
    ? world.status(value.resource_id)
    : world.value(value.device_id, value.service_name, value.property_name)
