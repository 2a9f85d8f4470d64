import type { Outcome, Statement } from './statements.ts'

/** What the main thread asks of the worker. `transaction` names the open transaction that a request belongs to. */
export type Request = { id: number } & (
  | { kind: 'read' | 'write'; statements: readonly Statement[]; transaction?: number }
  | { kind: 'begin' | 'commit' | 'rollback'; transaction: number }
  | { kind: 'backup' | 'close' }
)

export interface Failure {
  code: string
  message: string
  pid?: number
}

export type Reply =
  | { id: number; ok: true; outcomes: readonly Outcome[]; path?: string }
  | { id: number; ok: false; failure: Failure }

export type FromWorker =
  | { kind: 'opened'; failure?: Failure; folder?: string }
  | { kind: 'replies'; replies: readonly Reply[] }
  | {
      kind: 'log'
      level: 'info' | 'warn' | 'error'
      message: string
      facts?: Readonly<Record<string, unknown>>
    }

export interface WorkerOptions {
  folder: string
  commitDelay: number
}
