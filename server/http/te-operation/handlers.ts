import type { operations } from '#schemas/generated/api/te_operation.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

/** /te_operation: commands that are sent to gateways of one's choice (spec 3 §7). */
export function teOperationHandlers(parts: Parts): HandlersOf<operations> {
  const { operations: all } = parts
  const note = noteOf(parts)

  return {
    listOperationCommands: ({ session }) => all.commands(session.userId),

    async sendOperation({ body, headers, session }) {
      const { id, title, total } = await all.send(session.userId, body, headers['idempotency-key'])
      await note(session, 'sendOperation', { operation: title, count: total })
      return { _id: id }
    },

    listOperations: ({ query: { limit = 10, skip = 0 } }) => all.list({ limit, skip }),

    readOperation: ({ params: { operationId } }) => all.read(operationId),

    listOperationTasks: ({
      params: { operationId },
      query: { page = 1, limit = 10, searchPhrase, outcome },
    }) => all.tasks(operationId, { page, limit, searchText: searchPhrase, outcome }),

    async removeOperation({ params: { operationId }, session }) {
      const { command } = await all.remove(operationId)
      await note(session, 'removeOperation', { operation: command })
      return undefined
    },

    async retryOperation({ params: { operationId }, session }) {
      const operation = await all.retry(operationId, session.userId)
      await note(session, 'retryOperation', { operation: operation.command })
      return operation
    },

    async cancelOperation({ params: { operationId }, session }) {
      const operation = await all.cancel(operationId)
      await note(session, 'cancelOperation', { operation: operation.command })
      return operation
    },
  }
}
