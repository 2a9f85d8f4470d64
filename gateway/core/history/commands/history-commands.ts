import {
  get_deleted_objects,
  get_object_history,
  import_objects,
  restore_object,
} from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { restoreRule } from '../../rules/rule-restore.ts'
import { importObjects as take } from '../import.ts'

export const getObjectHistory = defineCommand({
  name: 'get_object_history',
  accepts: get_object_history,
  changes: false,
  run: ({ kind, id }, { history }) => ({ versions: [...history.of(kind, id)] }),
})

export const getDeletedObjects = defineCommand({
  name: 'get_deleted_objects',
  accepts: get_deleted_objects,
  changes: false,
  run: ({ kind }, { history }) => ({ objects: [...history.deleted(kind)] }),
})

/** Makes a version the present one; what came after it stays in the history. */
export const restoreObject = defineCommand({
  name: 'restore_object',
  accepts: restore_object,
  changes: true,
  async run({ kind, id, version }, reach, { userId }) {
    if (kind === 'rule') await restoreRule(id, version, reach, userId)
    else if (kind === 'status') await reach.statuses.restore(id, version, userId)
    else await reach.floors.restore(kind, id, version, userId)
    return {}
  },
})

export const importObjects = defineCommand({
  name: 'import_objects',
  accepts: import_objects,
  changes: true,
  run: (params, reach, { userId }) => take(params, reach, userId),
})
