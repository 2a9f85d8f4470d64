import type { FromLive, Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { useEngine } from '../../../engine.ts'
import { useListAddress } from '../data/use-list-address.ts'
import { ListView } from '../ListView.tsx'
import { useLiveRows } from './use-live-rows.ts'

export interface LiveListProps {
  screen: ListScreen
  resource: Resource & { from: FromLive }
}

/** Devices, as the channel keeps them. */
export default function LiveList({ screen, resource }: LiveListProps) {
  const address = useListAddress(screen, useEngine().definitions, true)
  const data = useLiveRows(resource, address, screen.columns)
  return <ListView screen={screen} resource={resource} data={data} address={address} refetch={() => {}} />
}
