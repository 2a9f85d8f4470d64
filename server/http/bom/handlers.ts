import limits from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/bom.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import { soundContent } from '../../bulk/bulk.ts'
import { conflict, invalid, notFound } from '../../lib/refusal.ts'
import type { KeptContent } from '../../store/fleet/bulk-contents.ts'
import { orderedId } from '../../store/ordered-id.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

const { bulkContentsKept } = limits.limits

/** How a filter of tasks is called where they are kept. */
const FILTER = { all: 'all', successful: 'done', failed: 'failed', canceled: 'canceled' } as const

/** /bom: what is brought to many gateways at once (spec 3 §7). */
export function bomHandlers(parts: Parts): HandlersOf<operations> {
  const { store, bulk, now } = parts
  const { bulkContents } = store
  const note = noteOf(parts)

  return {
    planCampaign: ({ body, session }) => bulk.plan(session.userId, body),

    async createCampaign({ body, headers, session }) {
      if (body.devices.length === 0) throw invalid('/devices', undefined, 'NO_SERIAL_NUMBERS')
      const { id, title, total } = await bulk.create(body, headers['idempotency-key'])
      await note(session, 'createCampaign', { operation: title, count: total })
      return { _id: id }
    },

    listCampaigns: ({ query: { page = 1, limit = 10 } }) => bulk.list({ page, limit }),

    searchCampaigns: ({ query: { page = 1, limit = 10, searchPhrase } }) =>
      bulk.list({ page, limit, searchText: searchPhrase }),

    readCampaign: ({ params: { bulkId } }) => bulk.read(bulkId),

    async removeCampaigns({ body: { bulkIds }, session }) {
      const count = await bulk.remove(bulkIds)
      if (count > 0) await note(session, 'removeCampaigns', { count })
      return { count }
    },

    async deleteCampaign({ params: { bulkId }, session }) {
      const { operation_name } = await bulk.read(bulkId)
      const success = (await bulk.remove([bulkId])) > 0
      if (success) await note(session, 'deleteCampaign', { operation: operation_name })
      return { success }
    },

    async cancelCampaign({ params: { bulkId }, session }) {
      await bulk.cancel(bulkId)
      const operation = await bulk.read(bulkId)
      await note(session, 'cancelCampaign', { operation: operation.operation_name })
      return operation
    },

    async pauseCampaign({ params: { bulkId }, session }) {
      await bulk.pause(bulkId)
      const operation = await bulk.read(bulkId)
      await note(session, 'pauseCampaign', { operation: operation.operation_name })
      return operation
    },

    async resumeCampaign({ params: { bulkId }, session }) {
      await bulk.resume(bulkId)
      const operation = await bulk.read(bulkId)
      await note(session, 'resumeCampaign', { operation: operation.operation_name })
      return operation
    },

    async takeCampaignBack({ params: { bulkId }, session }) {
      const { id, title, total, begunBy } = await bulk.takeBack(bulkId, session.userId)
      // Of two who ask at once one takes it back, and the other is shown what that one began.
      if (begunBy === session.userId)
        await note(session, 'takeCampaignBack', { operation: title, count: total })
      return { _id: id }
    },

    async resetTask({ params: { taskId }, session }) {
      await bulk.resetTask(taskId)
      const task = await bulk.task(taskId)
      await note(session, 'resetTask', { serialNumber: task.device })
      return task
    },

    async resetTasks({ params: { bulkId }, query: { code }, session }) {
      const count = await bulk.resetAll(bulkId, code)
      if (count > 0) await note(session, 'resetTasks', { operation: bulkId, count })
      return { count }
    },

    async cancelTask({ params: { taskId }, session }) {
      await bulk.cancelTask(taskId)
      const task = await bulk.task(taskId)
      await note(session, 'cancelTask', { serialNumber: task.device })
      return task
    },

    listCampaignTasks({ params: { bulkId }, query }) {
      const { page = 1, limit = 10, filterBy = 'all', code, searchText } = query
      return bulk.tasks(bulkId, { page, limit, filter: FILTER[filterBy], code, searchText })
    },

    searchCampaignTasks: ({ params: { bulkId }, query: { page = 1, limit = 10, searchPhrase } }) =>
      bulk.tasks(bulkId, { page, limit, searchText: searchPhrase }),

    async createBulkContent({ body, session }) {
      if ((await bulkContents.count()) >= bulkContentsKept.value) throw conflict('BULK_CONTENTS_FULL')
      const { content_name: name, content_type: type, content_params: params } = soundContent(body)
      const createdAt = now()
      const content = { id: orderedId(createdAt), name, type, params, createdAt }
      await bulkContents.put(content)
      await note(session, 'createBulkContent', { content: name })
      return contentOf(content)
    },

    async listBulkContents({ query: { page = 1, limit = 10, type } }) {
      const { data, count } = await bulkContents.list({ page, limit, type })
      return { data: data.map(contentOf), count }
    },

    async deleteBulkContent({ params: { contentId }, session }) {
      const kept = await bulkContents.find(contentId)
      if (!kept || !(await bulkContents.remove(contentId))) throw notFound()
      await note(session, 'deleteBulkContent', { content: kept.name })
      return undefined
    },

    async readBulkContent({ params: { contentId } }) {
      const kept = await bulkContents.find(contentId)
      if (!kept) throw notFound()
      return contentOf(kept)
    },
  }
}

/** It was judged when it came in. */
const contentOf = ({ id, name, type, params, createdAt }: KeptContent): BulkContent => ({
  ...{ _id: id, content_name: name },
  content_type: type as BulkContent['content_type'],
  content_params: [...params] as BulkContent['content_params'],
  createdAt: new Date(createdAt).toISOString(),
})
