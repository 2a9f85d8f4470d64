import { attempt } from '#data/refusal.ts'
import { type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import { text } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'

/** Hands over the file of an export. spec 3 §8: one that is not there is temporarily unavailable, whatever became of it. */
export const downloadExport: CodeAction = async ({ params, toast, refetch }) => {
  const answer = await attempt('downloadExport', { taskId: String(params.taskId) })
  if (answer.ok) {
    download(answer.data.name, answer.data, answer.data.type)
    return done()
  }
  const isMissing = answer.status === 404
  const sentence = isMissing ? text.say('codes.FILE_TEMPORARILY_UNAVAILABLE') : failureText(answer, text)
  toast({ text: sentence, tone: 'danger' })
  if (isMissing) refetch()
  return failed('cancelled')
}
