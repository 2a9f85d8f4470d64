import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionTarget } from '#schemas/generated/entities/rule.ts'
import type { Scalar } from './world.ts'

/** A clause of plain language before it has a language: which text, and what stands in it. */
export interface Phrase {
  /** The first text that there is counts; there is always the last one. */
  keys: readonly [string, ...string[]]
  slots: Readonly<Record<string, Slot>>
}

/** What a text leaves room for. */
export type Slot =
  | { is: 'device'; id: string; name: string }
  | { is: 'status'; name: string }
  | { is: 'property'; service: string; property: string; described: Value | undefined }
  | { is: 'value'; service: string; property: string; value: Scalar; described: Value | undefined }
  /** Milliseconds. */
  | { is: 'duration'; ms: number }
  | { is: 'time'; hour: number; minute: number; second: number }
  /** Without a year: that day of every year. */
  | { is: 'date'; year?: number; month: number; day: number }
  /** 0 is Monday. */
  | { is: 'days'; days: readonly number[] }
  | { is: 'text'; text: string }
  | { is: 'phrase'; phrase: Phrase }
  /** One after the other, with nothing in between. */
  | { is: 'pieces'; pieces: readonly Slot[] }
  /** "A, B and C". */
  | { is: 'phrases'; phrases: readonly Phrase[]; joint: 'and' | 'or' }

/** What a home knows of the things that a rule names. */
export interface Naming {
  device(id: string): string | undefined
  property(device: string, service: string, property: string): Value | undefined
  /** What is set of all devices of a kind. */
  kind?(target: Pick<ActionTarget, 'kind' | 'sets'>): Value | undefined
  alarm?(alarmId: number): string | undefined
  rule?(id: string): string | undefined
  user?(id: string): string | undefined
}
