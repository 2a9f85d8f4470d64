import type { RawValue } from '#engine/widget.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import type { ToWorker } from '../channel/protocol.ts'

/** What the twin is made of, and the port on which it is asked for what no gateway is asked by its clients. */
export interface Fork {
  kind: 'fork'
  /** What it calls itself. */
  serialNumber: string
  fork: HomeFork
  port: MessagePort
}

/** A value that a device tells because somebody wants it so. */
export interface Told {
  device: string
  service: string
  property: string
  value: RawValue
}

export type Question = { kind: 'content' } | { kind: 'report'; told: Told }

export interface Asked {
  id: number
  question: Question
}

/** `begun`: how it was set up before anybody touched it. */
export type Answer =
  | { id: number; content: HomeContent; begun: HomeContent }
  | { id: number; taken: boolean }
  | { id: number; failed: string }

export type ToTwinWorker = Fork | ToWorker
