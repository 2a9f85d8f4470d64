import { text } from '#i18n/useText.ts'
import type { ActionResult, Refused, Row } from '../ports.ts'

/** Something that is done with several rows, with each by itself. */
export interface Task {
  work(row: Row): Promise<ActionResult>
  /** Takes back what `work` has done with this row. */
  undo?(row: Row): Promise<ActionResult>
  /** What it changes of a row (`device d1 name`): a newer change of the same takes the way back from an older one. */
  about(row: Row): string
  /** Says that it was done with so many. */
  said(count: number): string
  /** Says that it was taken back; in general words where there are none. */
  saidBack?(count: number): string
}

/** What takes back what a task has done, and can itself be taken back; undefined where there is no way back. */
export const wayBack = ({ work, undo, said, saidBack, ...task }: Task): Task | undefined =>
  undo && {
    ...task,
    work: undo,
    undo: work,
    said: saidBack ?? (() => text.t('handling.takenBack')),
    saidBack: said,
  }

export type Each = (rows: readonly Row[], task: Task) => Promise<ActionResult>

export interface FailedRow {
  row: Row
  result: Refused
}

export interface Outcome {
  done: readonly Row[]
  failed: readonly FailedRow[]
}

/** A gateway talks to its devices one after the other: a few orders at once keep it busy, more only wait there. */
const AT_ONCE = 4

/** Does it with each row; one that fails keeps none of the others from being done. */
export async function doEach(
  rows: readonly Row[],
  work: Task['work'],
  tell: (finished: number) => void = () => {},
): Promise<Outcome> {
  const done: Row[] = []
  const failed: FailedRow[] = []
  const waiting = [...rows]
  async function next(): Promise<void> {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const result = await work(row).catch(
        (error: unknown): ActionResult => ({ ok: false, code: '', message: String(error) }),
      )
      if (result.ok) done.push(row)
      else failed.push({ row, result })
      tell(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, next))
  return { done, failed }
}
