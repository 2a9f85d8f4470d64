import { vi } from 'vitest'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Operation } from '#schemas/generated/entities/operation.ts'
import type { OperationTask } from '#schemas/generated/entities/operation-task.ts'
import type { Caller } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

/** Virtual gateways of the demo, as many as there are. */
const virtual = async (site: Site): Promise<readonly Gateway[]> =>
  (await site.store.gateways.query({ page: 1, limit: 500, type: 'vg' })).data

/** Gateways that are online and in no condition that keeps them from being ordered. */
export const ready = async (site: Site, count: number): Promise<string[]> =>
  (await virtual(site))
    .filter(
      (one) =>
        one.connectionStatus === 'online' &&
        !one.lockStatus &&
        !one.privileged &&
        one.subscriptionLockMode === 0 &&
        one.operationMode === 0 &&
        !one.replacementInProgress &&
        !one.firmwareUpgradeInProgress &&
        !one.backupRestoreInProgress,
    )
    .slice(0, count)
    .map(({ serialNumber }) => serialNumber)

export const locked = async (site: Site): Promise<string> =>
  (await virtual(site)).find((one) => one.connectionStatus === 'online' && one.lockStatus)?.serialNumber ?? ''

export const send = async (
  admin: Caller,
  command: string,
  devices: readonly string[],
  rest: { payload?: object; waitDays?: number } = {},
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
): Promise<Operation> =>
  vi.waitFor(
    async () => {
      const operation = await read(admin, id)
      if (!holds(operation)) throw new Error(JSON.stringify(operation))
      return operation
    },
    { timeout: 20_000, interval: 30 },
  )

export const tasksOf = async (admin: Caller, id: string, query = ''): Promise<OperationTask[]> =>
  (await admin('GET', `/te_operation/tasks/${id}?limit=500${query}`)).json<{ data: OperationTask[] }>().data
