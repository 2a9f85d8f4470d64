import { isZone } from '#gateway/lib/times/is-zone.ts'
import type { operations } from '#schemas/generated/api/energy.ts'
import { standingBehind } from '../../homes/energy/energy.ts'
import { DAY } from '../../homes/history/points.ts'
import { conflict, invalid } from '../../lib/refusal.ts'
import { USUAL_ZONE } from '../../lib/zone.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

const MOST_DAYS = 400
const MOST_DAYS_OF_HOURS = 8

/** /energy: what homes use and produce, and what it costs (decision 0141). */
export const energyHandlers = ({ homes, store }: Pick<Parts, 'homes' | 'store'>): HandlersOf<operations> => ({
  async readEnergy({ params: { sn }, query: { from, to, step, zone = USUAL_ZONE } }) {
    if (to <= from || to - from > (step === 'hour' ? MOST_DAYS_OF_HOURS : MOST_DAYS) * DAY)
      throw invalid('/query/to')
    if (!isZone(zone)) throw invalid('/query/zone')
    return homes.energy(sn, { range: { from, to }, step, zone })
  },
  readEnergyTariffs: ({ params: { sn } }) => store.energyTariffs.of(sn),
  async keepEnergyTariffs({ params: { sn }, body }) {
    const kept = await store.energyTariffs.keep(sn, body)
    if (!kept) throw conflict('TARIFFS_CHANGED_MEANWHILE')
    return kept
  },
  readEnergyMeters: ({ params: { sn } }) => store.energyMeters.of(sn),
  async keepEnergyMeters({ params: { sn }, body }) {
    const devices = body.meters.map(({ device_id }) => device_id)
    // Whoever stood behind himself, alone or in a ring, would count nothing.
    const above = standingBehind(
      body.meters,
      new Set(body.meters.flatMap(({ device_id, behind = device_id }) => [device_id, behind])),
    )
    const place = body.meters.findIndex(
      ({ device_id, behind }, at) =>
        devices.indexOf(device_id) !== at || (behind !== undefined && !above.has(device_id)),
    )
    if (place >= 0) throw invalid(`/body/meters/${place}`)
    const kept = await store.energyMeters.keep(sn, body)
    if (!kept) throw conflict('METERS_CHANGED_MEANWHILE')
    return kept
  },
})
