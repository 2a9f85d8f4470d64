import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { TextValue } from '#schemas/generated/entities/rule.ts'
import { keyOfChange, propertyKey } from '../conditions.ts'
import type { RehearsedRun } from '../runs/in-their-turn.ts'
import type { Scalar, World } from '../world.ts'
import { foundIn } from './found.ts'

interface Story {
  /** In any order. */
  recorded: readonly RecordedChange[]
  /** The home as it was before. */
  start: Pick<World, 'value' | 'status'>
}

/** Runs whose texts say what their values were at the moment of the step. */
export function withTexts(runs: readonly RehearsedRun[], story: Story): RehearsedRun[] {
  const valueAt = lookUp(story)
  return runs.map((run) => ({
    ...run,
    steps: run.steps.map((step) =>
      step.values ? { ...step, found: foundIn(step, (value) => valueAt(value, step.at)) } : step,
    ),
  }))
}

/** What was told of a value last; a period has many changes, and each of its runs looks for few of them. */
function lookUp({ recorded, start }: Story): (value: TextValue, at: number) => Scalar | undefined {
  const series = new Map<string, RecordedChange[]>()
  const seriesOf = (key: string): readonly RecordedChange[] => {
    const known = series.get(key)
    if (known) return known
    const own = recorded.filter((one) => keyOfChange(one) === key).toSorted((a, b) => a.at - b.at)
    series.set(key, own)
    return own
  }
  return (value, at) => {
    const last = seriesOf(keyOfText(value)).findLast((one) => one.at <= at)
    if (last) return last.value
    if (value.kind === 'status') return start.status(value.resource_id)
    return start.value(value.device_id, value.service_name, value.property_name)
  }
}

const keyOfText = (value: TextValue): string =>
  value.kind === 'status'
    ? value.resource_id
    : propertyKey(value.device_id, value.service_name, value.property_name)
