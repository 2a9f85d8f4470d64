import { type CodeAction, done, failed, sourceOf } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'

/** spec 3 §7: deleting is judged by what the answer says, not by its status. */
export const deleteBulk: CodeAction = async (context) => {
  const answer = await sourceOf(context).call('deleteCampaign', { bulkId: String(context.bound.row?._id) })
  if (!answer.ok) return answer
  if (!answer.data.success) return failed('BULK_OVER', { message: text.say('codes.BULK_OVER') })
  context.toast({ text: text.say('toasts.bulkDeleted') })
  context.refetch()
  return done()
}
