import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'

/** So many devices a page of the call has (schemas/api/home.json). */
const PAGE = 200

export interface WholeHome {
  floors: readonly Floor[]
  devices: readonly Pick<Device, 'id' | 'device_name'>[]
}

/** Rooms and devices of a home that need not be the one that is open. */
export function useWholeHome(serialNumber: string) {
  const { source } = usePorts()
  return useQuery({
    queryKey: rowsKey('homeSnapshot', { sn: serialNumber }),
    queryFn: async ({ signal }): Promise<WholeHome> => {
      const page = (skip: number) =>
        source.load('homeSnapshot', { sn: serialNumber, first: PAGE, skip }, signal)
      const { floors, total, devices } = await page(0)
      const all = [...devices]
      while (all.length < total) {
        const { devices: more } = await page(all.length)
        if (more.length === 0) break
        all.push(...more)
      }
      return { floors, devices: all.map(({ device: { id, device_name } }) => ({ id, device_name })) }
    },
  })
}
