import { text } from '#i18n/useText.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { failureText } from '../failure-text.ts'
import type { Source } from '../ports.ts'
import { doEach, type Each, type Task, wayBack } from './each.ts'

/** Where no list tells it with its rows: what was done, and the first reason why something was not. */
export const sayEach: Each = async (rows, task) => {
  const { done, failed } = await doEach(rows, task.work)
  const { about } = task
  const back = wayBack(task)
  if (done.length > 0)
    toasts.show({
      text: task.said(done.length),
      about: done.map(about),
      ...(back && { undo: () => void sayEach(done, back) }),
    })
  const [first] = failed
  if (first) toasts.show({ text: failureText(first.result, text), tone: 'danger' })
  return first?.result ?? { ok: true, data: undefined }
}

/** A call that is made for each of several rows; failures are told with their rows. */
export function taskOf(name: string, action: Action, source: Pick<Source, 'act'>): Task {
  const quiet: Action =
    'operation' in action || 'command' in action
      ? { ...action, outcomes: { ...action.outcomes, other: {} } }
      : action
  return {
    work: (row) => source.act(quiet, { row }),
    about: (row) => `row ${String(row.id)} ${name}`,
    said: (count) => text.say(`toasts.${name}`, '', { count }),
  }
}
