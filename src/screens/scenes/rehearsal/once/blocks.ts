import type { DeviceHead } from '#engine/ports.ts'
import type { Asks, Supposes } from '#gateway/rules/steps/in-time.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { Speech } from '../../builder/sentences.ts'

/** Something that a run would do. */
export interface Block {
  id: string
  /** Ms from the begin of the run, as all times here. */
  at: number
  /** How long it took in the last runs; 0 where nobody knows, or where it is over at once. */
  lasts: number
  text: string
  /** It is so already; or something speaks against it, which a hint names. */
  mark?: 'already' | 'doubtful' | undefined
  /** Chance decides whether it happens: of which draw it is one. */
  draw?: string
  /** It is brought along over its time, to more or to less. */
  slope?: 'up' | 'down' | undefined
}

/** What happens to one thing: a value of a device, a status, a scene, somebody who is told. */
export interface Lane {
  id: string
  icon: IconName
  name: string
  blocks: Block[]
}

export type Said =
  | { kind: 'gone' | 'unknown' | 'skipped'; name: string }
  | { kind: 'away'; name: string; head: DeviceHead }
  | { kind: 'drawn'; names: readonly string[] }
  | { kind: 'failed'; name: string; count: number }
  | { kind: 'slow'; name: string; ms: number }

/** Something that speaks against a run, or takes its time. */
export type Hint = Said & { id: string }

/** `short`: the device alone, where a value of it is set. */
export type Part = Omit<Block, 'id' | 'at'> & Pick<Lane, 'icon' | 'name'> & { lane: string; short?: string }

export interface Facts {
  speech: Speech
  alarmName(alarmId: number): string
  /** Values now, by device, service and property; undefined while they are not known. */
  now: ReadonlyMap<string, Scalar> | undefined
  /** States of the statuses now. */
  statuses: ReadonlyMap<string, boolean>
  /** What is asked on the way, by values and statuses as they are then; nothing while they are not known. */
  asks?: ((values: ReadonlyMap<string, Scalar>, statuses: ReadonlyMap<string, boolean>) => Asks) | undefined
  /** What is supposed to be answered to whom it asks. */
  supposes?: Supposes
  /** The last runs, the newest first. */
  runs: readonly RuleRun[]
  /** Whether a device is where orders reach it. */
  reached(head: DeviceHead): boolean
}
