import { type ActionContext, type CodeAction, done, entered, sourceOf } from '#engine/actions/code-action.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import type { BodyOf } from '#schemas/calls.ts'

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

interface Leaving {
  groupId: string
  id: string
  name: string
  leave(source: Source): Promise<ActionResult>
  /** How it is named where it comes in again. */
  member: Pick<BodyOf<'addUsersToGroup'>, 'userIds' | 'deviceSN'>
}

/** Done at once, and taken back the same way: whoever has left by mistake is in the group again. */
async function takeOut(
  context: ActionContext,
  { groupId, id, name, leave, member }: Leaving,
): Promise<ActionResult> {
  const source = sourceOf(context)
  const left = await leave(source)
  if (!left.ok) return left
  context.refetch()
  const bringBack = async (): Promise<void> => {
    const back = await source.call('addUsersToGroup', { groupId, ...member })
    if (!back.ok) return
    // A gateway or a person can be gone since.
    const isBack = back.data.lines.every(({ outcome }) => outcome !== 'unknown')
    context.toast(
      isBack
        ? { text: text.t('handling.takenBack') }
        : { text: text.t('groupsOf.outcomes.unknown'), tone: 'danger' },
    )
    context.refetch()
  }
  context.toast({
    text: text.t('groupsOf.takenOut', { name }),
    about: [`group ${groupId} ${id}`],
    undo: () => void bringBack(),
  })
  return done()
}

const idsOf = ({ bound }: ActionContext): Pick<Leaving, 'groupId' | 'id' | 'name'> => ({
  groupId: bound.route?.selectedGroupId ?? '',
  id: String(bound.row?.id),
  name: String(bound.row?.name),
})

export const takeGatewayOut: CodeAction = (context) => {
  const { groupId, id, name } = idsOf(context)
  return takeOut(context, {
    ...{ groupId, id, name },
    leave: (source) => source.call('removeGatewayFromGroup', { groupId, serialNumber: id }),
    member: { deviceSN: [id] },
  })
}

/** By the account: where e-mail addresses are kept from administrators, nothing else names it. */
export const takePersonOut: CodeAction = (context) => {
  const { groupId, id, name } = idsOf(context)
  return takeOut(context, {
    ...{ groupId, id, name },
    leave: (source) => source.call('removeUserFromGroup', { groupId, userId: id }),
    member: { userIds: [id] },
  })
}
