import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { TriggerFact } from '#schemas/generated/entities/trigger-fact.ts'

/** What rules compare: colours, composites and lists never trigger. */
export type Scalar = string | number | boolean

/** The home as rules see it, asked when an evaluator begins to watch something; what changes later happens to it. */
export interface World {
  /** The last value; undefined while it is unknown. */
  value(device: string, service: string, property: string): Scalar | undefined
  status(resource_id: string): boolean | undefined
  /** Whether a trigger waits for what only happens, which is never a state. */
  moment?(trigger: DeviceTrigger): boolean
  /** When a device last reported anything, epoch ms: time in which nobody listened counts for nothing. Undefined where nobody knows. */
  heard?(device: string): number | undefined
  /** The last changes of a value, newest first and without a gap: after a restart, delays go on from them. */
  past?(device: string, service: string, property: string): readonly { at: number; value: unknown }[]
  /** Why a value may be unknown; undefined while the device is there. */
  lacks?(device: string): 'offline' | 'device_missing' | undefined
}

/** What came of a run that was not stopped. */
export interface EndedRun {
  outcome: 'done' | 'partly' | 'failed'
  run_id?: string
  rule_name?: string
}

export type Happening =
  | {
      kind: 'value'
      /** Epoch ms, as everywhere here. */
      at: number
      device_id: string
      service_name: string
      property_name: string
      value: Scalar
      /** An event: it happened, and nothing of it lasts. */
      transient?: boolean
    }
  | { kind: 'status'; at: number; resource_id: string; state: boolean }
  /** An address of this rule was called. */
  | { kind: 'call'; at: number; rule_id: string; trigger_id: string }
  /** A device reported, be it only what was known. */
  | { kind: 'heard'; at: number; device_id: string }
  /** For so many ms up to now nobody listened to devices: they have not been silent for that time. */
  | { kind: 'deaf'; at: number; ms: number }
  /** A run of a rule has come to its end. */
  | { kind: 'run'; at: number; rule_id: string; run: EndedRun }
  /** Another rule runs this one. */
  | { kind: 'rule'; at: number; rule_id: string; trigger: TriggerFact }
  /** Nothing but time passed. */
  | { kind: 'clock'; at: number }

export interface Firing {
  rule_id: string
  at: number
  trigger: TriggerFact
}

/** What a happening led to, in the order in which it did. */
export interface Outcome {
  fired: Firing[]
  missed: RuleMiss[]
}

export interface Evaluator {
  /** Also settles every moment up to `at`. Clocks may be set back and forth (L-07). */
  take(happening: Happening): Outcome
  /** When time alone changes something next: whoever drives the evaluator then calls `take({ kind: 'clock', at })`. */
  next(): number | undefined
  /** The rules changed; those whose triggers stayed as they were keep their state. */
  rules(rules: readonly Rule[], at: number): void
  /** By rule: up to when the moments of its time triggers are done with. To be kept, and handed in after a restart. */
  settled(): ReadonlyMap<string, number>
}
