import type { TextValue } from '#schemas/generated/entities/rule.ts'
import type { RehearsedRun } from '../runs/in-their-turn.ts'
import type { Scalar, World } from '../world.ts'
import { foundIn } from './found.ts'

/** Runs whose texts say what their values were at the moment of the step. */
export const withTexts = (
  runs: readonly RehearsedRun[],
  worldAt: (at: number) => Pick<World, 'value' | 'status'>,
): RehearsedRun[] =>
  runs.map((run) => ({
    ...run,
    steps: run.steps.map((step) =>
      step.values ? { ...step, found: foundIn(step, (value) => valueIn(worldAt(step.at), value)) } : step,
    ),
  }))

const valueIn = (world: Pick<World, 'value' | 'status'>, value: TextValue): Scalar | undefined =>
  value.kind === 'status'
    ? world.status(value.resource_id)
    : world.value(value.device_id, value.service_name, value.property_name)
