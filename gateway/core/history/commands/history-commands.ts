import { defineCommand } from '../../command.ts'
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
  async ({ kind, id, version }, { objects }: HistoryContext, { userId }) => {
    await objects.restore(kind, id, version, userId)
    return {}
  },
)

export const importObjects = defineCommand(
  'import_objects',
  (file, { objects }: HistoryContext, { userId }) => objects.import(file, userId),
)

export const getBackup = defineCommand('get_backup', (_params, { contents, network }: HistoryContext) => ({
  content: contents.content(),
  radios: network.ableToBackUp.map(({ name }) => name),
}))

/** The home is set up as a backup says. */
export const restoreBackup = defineCommand(
  'restore_backup',
  async ({ content, base, user_id }, { contents }: HistoryContext) => {
    await contents.become(content, base, user_id)
    return {}
  },
)
