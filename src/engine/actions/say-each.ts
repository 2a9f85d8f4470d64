import { text } from '#i18n/useText.ts'
import { toasts } from '#ui/toasts.ts'
import { doEach, type Each } from './each.ts'
import { refusalText } from './refusal-text.ts'

/** Where no list tells it with its rows: what was done, and the first reason why something was not. */
export const sayEach: Each = async (rows, task) => {
  const { done, failed } = await doEach(rows, task.work)
  const { undo } = task
  if (done.length > 0)
    toasts.show({
      text: task.said(done.length),
      ...(undo && { undo: () => void sayEach(done, { ...task, work: undo, undo: task.work }) }),
    })
  const [first] = failed
  if (first) toasts.show({ text: refusalText(first.result, text), tone: 'danger' })
  return first?.result ?? { ok: true, data: undefined }
}
