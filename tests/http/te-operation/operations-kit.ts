import type { Operation } from '#schemas/generated/entities/operation.ts'
import type { OperationTask } from '#schemas/generated/entities/operation-task.ts'
import type { Caller } from '../gateway-kit.ts'
import { readUntil } from '../jobs-kit.ts'
import type { Site } from '../kit.ts'

export const locked = async (site: Site): Promise<string> =>
  (
    await site.store.gateways.query({ page: 1, limit: 500, type: 'vg', connectionStatus: 'online' })
  ).data.find(({ lockStatus }) => lockStatus)?.serialNumber ?? ''

export const send = async (
  admin: Caller,
  command: string,
  devices: readonly string[],
  rest: { payload?: object; waitDays?: number; window?: string } = {},
): Promise<string> => {
  const answer = await admin('POST', '/te_operation/send', { command, payload: {}, devices, ...rest })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<{ _id: string }>()._id
}

export const read = async (admin: Caller, id: string): Promise<Operation> => {
  const answer = await admin('GET', `/te_operation/get/${id}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<Operation>()
}

export const over = ({ canCancel }: Operation): boolean => !canCancel

/** Resolves with the operation as soon as this holds. */
export const until = (
  admin: Caller,
  id: string,
  holds: (operation: Operation) => boolean = over,
): Promise<Operation> => readUntil(() => read(admin, id), holds)

export const tasksOf = async (admin: Caller, id: string, query = ''): Promise<OperationTask[]> =>
  (await admin('GET', `/te_operation/tasks/${id}?limit=500${query}`)).json<{ data: OperationTask[] }>().data
