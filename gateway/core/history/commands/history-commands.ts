import { defineCommand } from '../../command.ts'
import { restoreRule } from '../../rules/rule-restore.ts'
import type { HistoryContext } from '../context.ts'

export const getObjectHistory = defineCommand(
  'get_object_history',
  ({ kind, id }, { history }: HistoryContext) => ({ versions: [...history.of(kind, id)] }),
)

export const getDeletedObjects = defineCommand(
  'get_deleted_objects',
  ({ kind }, { history }: HistoryContext) => ({ objects: [...history.deleted(kind)] }),
)

/** Makes a version the present one; what came after it stays in the history. */
export const restoreObject = defineCommand(
  'restore_object',
  async ({ kind, id, version }, context: HistoryContext, { userId }) => {
    if (kind === 'rule') await restoreRule(id, version, context, userId)
    else if (kind === 'status') await context.statuses.restore(id, version, userId)
    else await context.floors.restore(kind, id, version, userId)
    return {}
  },
)
