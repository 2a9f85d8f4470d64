import type { ReactNode } from 'react'
import type { BodyOf, OperationId } from '#schemas/calls.ts'
import type { ToastMessage } from '#ui/toasts/toasts.ts'
import type { Situation } from '../conditions/situation.ts'
import type { ActionResult, Bound, EnginePorts, Refused, Result, Row, Source } from '../ports.ts'
import type { Each } from './each.ts'

/** What a named action may do to the screen that started it. */
export interface ActionContext {
  bound: Bound
  /** The action's own parameters, already bound. */
  params: Readonly<Record<string, unknown>>
  situation: Situation
  /** Undefined on screens that are open before sign-in. */
  ports: EnginePorts | undefined
  /** A number from catalogue/limits.json. */
  limit(name: string): number
  /** Goes to a screen by its id; parameters that its route does not name become the query. */
  goto(screen: string, params?: Readonly<Record<string, unknown>>): void
  go(path: string, options?: { replace?: boolean }): void
  refetch(): void
  /** Does it with each of these rows, and says so; with which it failed is told where the rows stand. */
  each: Each
  toast(message: ToastMessage): void
  /** Puts a dialog over the screen; the answer takes it away. */
  overlay(node: ReactNode): () => void
  /** Says something that has to be acknowledged. Keys below `notices`. */
  alert(key: string): Promise<void>
}

/** An action that is more than a call: a function in src/screens/<area>/actions.ts under the name that the catalogue uses. */
export type CodeAction = (context: ActionContext) => Promise<ActionResult>

export type CodeActions = Readonly<Record<string, CodeAction>>

export const done = <Data = undefined>(data?: Data): Result<Data | undefined> => ({ ok: true, data })

export const failed = (code: string, more: { status?: number; message?: string } = {}): Refused => ({
  ok: false,
  message: '',
  ...more,
  code,
})

/** A dialog over the screen; without an answer nothing was done. */
export const asked = (
  { overlay }: Pick<ActionContext, 'overlay'>,
  draw: (close: (result: ActionResult | undefined) => void) => ReactNode,
): Promise<ActionResult> =>
  new Promise((resolve) => {
    const over = overlay(
      draw((result) => {
        over()
        resolve(result ?? failed('cancelled'))
      }),
    )
  })

/** What it is done with: the chosen rows, or the one whose action it is. */
export const rowsOf = ({ bound: { rows, row } }: Pick<ActionContext, 'bound'>): readonly Row[] =>
  rows ?? (row ? [row] : [])

/** What was entered: its form has judged it by the schema of what this operation is sent. */
export const entered = <O extends OperationId>({ bound }: Pick<ActionContext, 'bound'>): BodyOf<O> =>
  bound.form as BodyOf<O>

/** The calls of an action that nobody has before he is signed in. */
export function sourceOf({ ports }: Pick<ActionContext, 'ports'>): Source {
  if (!ports) throw new Error('Calls need a session')
  return ports.source
}
