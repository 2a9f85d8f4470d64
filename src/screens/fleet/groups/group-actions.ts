import { type CodeAction, done, entered, sourceOf } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'

/** A new group opens once it has been read that it is there (spec 3 §9). */
export const createGroup: CodeAction = async (context) => {
  const made = await sourceOf(context).call('createGroup', entered<'createGroup'>(context))
  if (!made.ok) return made
  context.toast({ text: text.say('toasts.groupCreated') })
  await new Promise((resolve) => setTimeout(resolve, context.limit('groupNavigationDelay')))
  context.goto('group', { selectedGroupId: made.data._id })
  return done()
}

export const changeGroup: CodeAction = async (context) => {
  const _id = context.bound.route?.editGroup ?? ''
  const revision = Number(context.bound.row?.revision)
  const changed = await sourceOf(context).call('updateGroup', {
    ...{ _id, revision },
    ...entered<'createGroup'>(context),
  })
  if (!changed.ok) {
    if (changed.code === 'CHANGED_MEANWHILE') context.refetch()
    return changed
  }
  context.toast({ text: text.say('toasts.saved') })
  context.goto('group', { selectedGroupId: _id })
  return done()
}
