import { useMemo } from 'react'
import type { Range } from '#engine/charts/model/range.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { InputOf } from '#schemas/calls.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import type { Shown, STEPS } from './model.ts'

type Step = (typeof STEPS)[keyof typeof STEPS]
const FRESH = 60_000
const NONE: Energy = { steps: [], currency: '', priced: false, bands: [], meters: [] }

/** What the home used in a range; undefined: nothing is asked. */
export function useEnergy(range: Range | undefined, step: Step, zone: string) {
  const { source } = usePorts()
  const { situation } = useEngine()
  const { heads, complete } = useDevices()
  const sn = situation.gateway?.serialNumber ?? ''
  const { data, error, isPending, refetch } = useQuery({
    queryKey: rowsKey('readEnergy', { sn, step, zone, ...range }),
    enabled: range !== undefined,
    staleTime: FRESH,
    queryFn: ({ signal }) =>
      source.load('readEnergy', { sn, step, zone, ...(range ?? { from: 0, to: 1 }) }, signal),
  })
  const shown = useMemo(
    () =>
      (data?.meters ?? []).map((meter): Shown => {
        const head = heads.find(({ id }) => id === meter.device_id)
        const { name = meter.device_id, icon = 'meter', room } = head ?? {}
        return { id: meter.device_id, name, icon, room, meter }
      }),
    [data, heads],
  )
  // Devices come in pages: a meter is called by its id only where no device of that id is left.
  const nameless =
    !complete && data?.meters.some(({ device_id }) => !heads.some(({ id }) => id === device_id))
  return {
    energy: data ?? NONE,
    shown,
    waiting: (isPending && range !== undefined) || nameless === true,
    failed: error !== null && !data,
    retry: () => void refetch(),
  }
}

/** What the home says of its energy; once it is kept, all that was counted is asked anew. */
function useKept<Read extends 'readEnergyTariffs' | 'readEnergyMeters'>(operation: Read) {
  const { source } = usePorts()
  const { situation } = useEngine()
  const client = useQueryClient()
  const sn = situation.gateway?.serialNumber ?? ''
  const { data, refetch } = useQuery({
    queryKey: rowsKey(operation, { sn }),
    queryFn: ({ signal }) => source.load(operation, { sn } as InputOf<Read>, signal),
  })
  return {
    ...{ source, sn, data },
    again: () => void refetch(),
    recount: () => void client.invalidateQueries({ queryKey: rowsKey('readEnergy') }),
  }
}

/** What energy costs the home, and how it is kept. */
export function useTariffs() {
  const { source, sn, data, again, recount } = useKept('readEnergyTariffs')
  return {
    ...{ tariffs: data, again, recount },
    keep: (tariffs: NonNullable<typeof data>) =>
      source.call('keepEnergyTariffs', { sn, ...tariffs }, { told: ['TARIFFS_CHANGED_MEANWHILE'] }),
  }
}

/** How the meters of the home stand to each other, and how that is kept. */
export function useMeters() {
  const { source, sn, data, again, recount } = useKept('readEnergyMeters')
  return {
    ...{ places: data, again, recount },
    keep: (places: NonNullable<typeof data>) =>
      source.call('keepEnergyMeters', { sn, ...places }, { told: ['METERS_CHANGED_MEANWHILE'] }),
  }
}
