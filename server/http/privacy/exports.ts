import type { operations } from '#schemas/generated/api/privacy.ts'
import { notFound } from '../../lib/refusal.ts'
import type { KeptExport } from '../../store/people/export-tasks.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import { assertMayServe } from '../account-touched.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Names = Exclude<keyof operations, 'readLegalDocument'>

/** /privacy: everything that is kept about a person, as a file (spec 3 §7). */
export function exportHandlers(parts: Parts): Pick<HandlersOf<operations>, Names> {
  const { store, exports, rights, settings } = parts
  const note = noteOf(parts)

  const assertOn = (host: string): void => {
    if (settings.of(host).flags.EXPORT_DATA !== true)
      throw new Failure(409, [{ errorCode: 'EXPORT_DATA_OFF' }])
  }

  /** One's own, or that of somebody for whom one may act; anything else answers like what does not exist (Z-02). */
  const mine = async (operation: Names, { userId }: SessionRecord, taskId: string): Promise<KeptExport> => {
    const task = await exports.find(taskId)
    if (task.userId === userId) return task
    const target = await store.accounts.find(task.userId)
    if (!target || !(await rights.isAdmin(userId))) throw notFound()
    await assertMayServe(operation, userId, target, parts)
    return task
  }

  const facts = ({ id, userId }: Pick<KeptExport, 'id' | 'userId'>) => ({ userId, task: id })

  return {
    async exportUser({ params: { userId }, session, host }) {
      assertOn(host)
      if (settings.of(host).flags.PRIVACY_SETTINGS !== true)
        throw new Failure(409, [{ errorCode: 'EXPORT_DATA_OFF' }])
      await countAccount(parts, 'startExport', userId)
      const task = await exports.createAndBegin(userId)
      await note(session, 'exportUser', facts({ id: task._id, userId }))
      return task
    },

    async createExportTask({ body: { userId }, session, host }) {
      assertOn(host)
      await countAccount(parts, 'startExport', userId)
      const task = await exports.create(userId, session.userId)
      await note(session, 'createExportTask', facts({ id: task._id, userId }))
      return task
    },

    async listUserExportTasks({ params: { userId }, query: { page = 1, limit = 10 } }) {
      const { data, count } = await store.exportTasks.list({ userId, page, limit })
      return { data: data.map((task) => exports.shown(task)), count }
    },

    async listExportTasks({ query: { page = 1, limit = 10, status } }) {
      const { data, count } = await store.exportTasks.list({ page, limit, status })
      return { data: data.map((task) => exports.shown(task)), count }
    },

    async readExportTask({ params: { taskId }, session }) {
      return exports.shown(await mine('readExportTask', session, taskId))
    },

    async readExportInfo({ params: { taskId }, session }) {
      const task = await mine('readExportInfo', session, taskId)
      return { ...exports.shown(task), contents: [...(await store.exportTasks.contents(task.id))] }
    },

    async startExportTask({ params: { taskId }, session, host }) {
      assertOn(host)
      const { id, userId } = await mine('startExportTask', session, taskId)
      await countAccount(parts, 'startExport', userId)
      const task = await exports.begin(id)
      await note(session, 'startExportTask', facts({ id, userId }))
      return task
    },

    async stopExportTask({ params: { taskId }, session }) {
      const { id, userId } = await mine('stopExportTask', session, taskId)
      const task = await exports.cancel(id)
      await note(session, 'stopExportTask', facts({ id, userId }))
      return task
    },

    async deleteExportTask({ params: { taskId }, session }) {
      const task = await mine('deleteExportTask', session, taskId)
      await exports.remove(task)
      await note(session, 'deleteExportTask', facts(task))
      return undefined
    },

    async downloadExport({ params: { taskId }, session }) {
      const task = await mine('downloadExport', session, taskId)
      const file = await exports.file(task, task.userId === session.userId ? 'self' : 'administrator')
      await note(session, 'downloadExport', facts(task))
      return file
    },
  }
}
