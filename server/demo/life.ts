import { hashPassword } from '../auth/passwords/password-hash.ts'
import { secureIdHash } from '../gateways/assignments.ts'
import type { NewGateway } from '../store/gateways/gateways.ts'
import type { Repositories } from '../store/store.ts'

/** Stands in the README, like the passwords of the demo; every gateway of the demo has it. */
export const demoSecureId = 'DEMO-SECURE-ID'
export const demoPin = '4711'

const DAY = 86_400_000
const NEWEST = '4.22.0'
const ABOUT = {
  ch_DE: 'Startet schneller, verliert die Verbindung seltener und rechnet mit den richtigen Zeitzonen.',
  ch_EN: 'Faster start, fewer dropped connections, and mended time zones.',
}

type Kept = Pick<Repositories, 'firmware' | 'gatewayLife' | 'gatewayPins' | 'subscriptions'>

/** What the gateways of the demo have besides their records, so that every screen can be tried by hand. */
export async function demoLife(
  home: NewGateway,
  fleet: readonly NewGateway[],
  now: number,
): Promise<(kept: Kept) => Promise<void>> {
  const { serialNumber } = home
  const pin = await hashPassword(demoPin)
  const models = new Set([home, ...fleet].map(({ model }) => model))
  const lapsed = fleet.filter(({ subscriptionLockMode }) => subscriptionLockMode > 0)
  const toTake = fleet.filter(({ userId }) => !userId)
  return async ({ firmware, gatewayLife, gatewayPins, subscriptions }) => {
    for (const model of models)
      await firmware.create({
        id: `autumn-${model.toLowerCase()}`,
        model,
        version: NEWEST,
        description: ABOUT,
        at: now,
      })
    for (const gateway of [home, ...toTake])
      await gatewayLife.setSecureIdHash(
        gateway.serialNumber,
        secureIdHash(gateway.serialNumber, demoSecureId),
      )
    await gatewayPins.setHash(serialNumber, pin)
    await gatewayLife.setAddress(serialNumber, {
      address: { line1: 'Lindenweg 14', line2: '' },
      city: 'Winterthur',
      zip: '8400',
      country: 'Switzerland',
      alpha2Code: 'CH',
    })
    await subscriptions.put({
      serialNumber,
      plan: 'Comfort',
      since: now - 200 * DAY,
      until: now + 165 * DAY,
    })
    for (const gateway of lapsed)
      await subscriptions.put({
        serialNumber: gateway.serialNumber,
        plan: 'Comfort',
        since: now - 400 * DAY,
        until: now - 35 * DAY,
      })
  }
}
