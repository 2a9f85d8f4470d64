import type { Present } from '#gateway/rules/computed/computed.ts'
import type { Recorded } from '#gateway/rules/replay/replay.ts'
import type { Resolved } from '#gateway/rules/targets/targets.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type {
  ActionSet,
  ActionTarget,
  ComputedValue,
  RuleAction,
  StepCondition,
} from '#schemas/generated/entities/rule.ts'
import type { MissReason } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { PropertyOf } from '../../../orders/causes.ts'
import type { OrderEnd } from '../../../orders/order-book.ts'
import type { Standing } from './ramp.ts'
import type { TellingEffects } from './run-messages.ts'

/** What a target has found, and what that is set to. */
export type Given = Omit<Resolved, 'value'> & { value: unknown }

/** What a run can do in the home. */
export interface RunEffects extends TellingEffects {
  /** Resolves when the device's driver has taken the order; `ended` hears how it went, where the device says so. */
  order(
    to: { device: string; service: string; property: string; value: unknown },
    given: { id: string; cause: Cause; ended(end: OrderEnd): void },
  ): Promise<{ awaits: boolean }>
  /** What a target means now, with what each is set to; undefined where its room or floor is gone. */
  found(target: ActionTarget, set: ActionSet): readonly Given[] | undefined
  /** Devices that a target means now. */
  meant(target: ActionTarget, set: ActionSet): readonly string[]
  /** Remembers how those are that a target means; undefined where its room or floor is gone. */
  remember(target: ActionTarget): { anew: number; unknown: number; found: number } | undefined
  /** What a value is to be set to now; undefined while what it goes by is unknown. */
  compute(computed: ComputedValue, at: PropertyOf): Scalar | undefined
  /** A value as it is, or as it has been told to be and has not answered yet. */
  present(at: PropertyOf): Present
  /** How things are with a value that this run brings along since then, epoch ms. */
  standing(at: PropertyOf, own: { run: string; since: number }): Standing
  /** What a value was recorded to become, oldest first, and the zone by whose clocks the home lives. */
  recorded(at: PropertyOf): { changes: readonly Recorded[]; zone: string }
  setStatus(id: string, state: boolean, cause: Cause): Promise<void>
  /** Resolves with whether the rule begins to run, or is switched as it was told. */
  tellRule(action: Pick<RuleAction, 'rule_id' | 'act'>, by: RuleRun): Promise<boolean>
  /** What stands against something now, as far as is known; undefined where it is so. */
  against(condition: StepCondition): readonly MissReason[] | undefined
  /** Something in the home, or the time, is another; returns what ends it. */
  onChange(listen: () => void): () => void
  /** What chance draws: from 0 up to, and without, 1. */
  chance(): number
  alarm(id: number): void
  nameOf(device: string): string | undefined
  /** The run has gone on. */
  changed(run: RuleRun): void
  /** Resolves when it is written down how far the run is. */
  keep(run: string): Promise<void>
  /** Resolves when the devices have been heard of since the gateway started, or will not be soon; undefined where they have been. */
  arrival(devices: () => readonly string[]): Promise<void> | undefined
}
