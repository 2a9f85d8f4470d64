import { vi } from 'vitest'
import type { Site } from './kit.ts'

/** Resolves with what is read as soon as this holds of it. */
export const readUntil = <T>(read: () => Promise<T>, holds: (one: T) => boolean): Promise<T> =>
  vi.waitFor(
    async () => {
      const one = await read()
      if (!holds(one)) throw new Error(JSON.stringify(one))
      return one
    },
    { timeout: 20_000, interval: 30 },
  )

/** Virtual gateways that are online and in no condition that keeps them from being ordered. */
export async function readyGateways(site: Site, count: number, skip = 0): Promise<string[]> {
  const { data } = await site.store.gateways.query({
    ...{ page: 1, limit: 500 },
    ...{ connectionStatus: 'online', type: 'vg' },
  })
  return data
    .filter(
      (one) =>
        !one.lockStatus &&
        !one.privileged &&
        one.subscriptionLockMode === 0 &&
        one.operationMode === 0 &&
        !one.replacementInProgress &&
        !one.firmwareUpgradeInProgress &&
        !one.backupRestoreInProgress,
    )
    .slice(skip, skip + count)
    .map(({ serialNumber }) => serialNumber)
}
