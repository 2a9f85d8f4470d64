import { useMemo, useState } from 'react'
import type { Range } from '#engine/charts/model/range.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import type { Result } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Energy } from '#schemas/generated/entities/energy.ts'
import type { EnergyMeters } from '#schemas/generated/entities/energy-meters.ts'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import { type ToastMessage, toasts } from '#ui/toasts/toasts.ts'
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
    error: data ? null : error,
    retry: () => void refetch(),
  }
}

interface Kept<Content> {
  /** What the home says now; undefined while it comes. */
  said: Content | undefined
  /** Keeps it, and has all that was counted asked anew. */
  save(next: Content, done: () => void): Promise<void>
  /** Why it was not kept; it stays when what somebody else has kept takes the place of what was entered. */
  failure: string | undefined
}

/** What the home says of its energy, and how it is kept; what somebody else has kept meanwhile is shown instead. */
function useKept<Content>(
  said: { data: Content | undefined; refetch(): unknown },
  keep: (next: Content) => Promise<Result<unknown>>,
  { changed, kept }: { changed: string; kept: ToastMessage },
): Kept<Content> {
  const text = useText()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  return {
    ...{ said: said.data, failure },
    async save(next, done) {
      const result = await keep(next)
      if (result.ok || result.code === changed) void said.refetch()
      setFailure(result.ok ? undefined : failureText(result, text))
      if (!result.ok) return
      toasts.show(kept)
      void client.invalidateQueries({ queryKey: rowsKey('readEnergy') })
      done()
    },
  }
}

/** What energy costs the home. */
export function useTariffs(): Kept<EnergyTariffs> {
  const { t } = useText()
  const { source } = usePorts()
  const sn = useEngine().situation.gateway?.serialNumber ?? ''
  const changed = 'TARIFFS_CHANGED_MEANWHILE'
  return useKept(
    useQuery({
      queryKey: rowsKey('readEnergyTariffs', { sn }),
      queryFn: ({ signal }) => source.load('readEnergyTariffs', { sn }, signal),
    }),
    (next) => source.call('keepEnergyTariffs', { sn, ...next }, { told: [changed] }),
    { changed, kept: { text: t('energy.tariffs.kept'), about: ['tariffs'] } },
  )
}

/** How the meters of the home stand to each other. */
export function useMeters(): Kept<EnergyMeters> {
  const { t } = useText()
  const { source } = usePorts()
  const sn = useEngine().situation.gateway?.serialNumber ?? ''
  const changed = 'METERS_CHANGED_MEANWHILE'
  return useKept(
    useQuery({
      queryKey: rowsKey('readEnergyMeters', { sn }),
      queryFn: ({ signal }) => source.load('readEnergyMeters', { sn }, signal),
    }),
    (next) => source.call('keepEnergyMeters', { sn, ...next }, { told: [changed] }),
    { changed, kept: { text: t('energy.meters.kept'), about: ['meters'] } },
  )
}
