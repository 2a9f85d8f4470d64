import { useState } from 'react'
import { toasts } from '#ui/toasts/toasts.ts'
import { doEach, type Each, type FailedRow, type Task, wayBack } from '../../actions/each.ts'
import { textOf } from '../../cells/cell.ts'
import type { ActionResult, Row } from '../../ports.ts'

export interface EachState {
  each: Each
  running: { finished: number; of: number } | undefined
  /** Rows with which the last task failed, by id. */
  failed: ReadonlyMap<string, FailedRow>
  retry(): void
  forget(): void
}

interface Last {
  task: Task
  failed: ReadonlyMap<string, FailedRow>
}

/** Carries out what is done with the chosen rows, and remembers with which of them it failed and why. */
export function useEach(id: string, chosen: { keep(rows: readonly Row[]): void }): EachState {
  const [running, setRunning] = useState<EachState['running']>()
  const [last, setLast] = useState<Last>()

  async function each(rows: readonly Row[], task: Task): Promise<ActionResult> {
    setRunning({ finished: 0, of: rows.length })
    setLast(undefined)
    const { done, failed } = await doEach(rows, task.work, (finished) =>
      setRunning({ finished, of: rows.length }),
    ).finally(() => setRunning(undefined))
    const { about } = task
    const back = wayBack(task)
    if (done.length > 0)
      toasts.show({
        text: task.said(done.length),
        about: done.map(about),
        ...(back && { undo: () => void each(done, back) }),
      })
    const byId = new Map(failed.map((one) => [textOf(one.row[id]), one]))
    setLast(byId.size > 0 ? { task, failed: byId } : undefined)
    // What failed stays chosen: it is what one goes on with.
    chosen.keep(failed.map(({ row }) => row))
    return failed[0]?.result ?? { ok: true, data: undefined }
  }

  return {
    each,
    running,
    failed: last?.failed ?? new Map(),
    retry: () => {
      if (last)
        void each(
          [...last.failed.values()].map(({ row }) => row),
          last.task,
        )
    },
    forget: () => setLast(undefined),
  }
}
