import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { USUAL_ZONE, zoneOf } from '../lib/zone.ts'
import type { Store } from '../store/store.ts'

interface Homes {
  of(serialNumber: string): Promise<{ zone(): string | undefined } | undefined>
}

/** The clocks of a home: those that its gateway tells of, else those of its owner (decision 0222). */
export const zoneOfHome = async (
  { store, homes }: { store: Pick<Store, 'quietHours'>; homes: Homes },
  { serialNumber, userId }: Pick<Gateway, 'serialNumber' | 'userId'>,
): Promise<string> =>
  (await homes.of(serialNumber))?.zone() ?? (userId ? await zoneOf(store.quietHours, userId) : USUAL_ZONE)
