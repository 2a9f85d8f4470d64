import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { useCommandRows } from './data/use-command-rows.ts'
import { useListAddress } from './data/use-list-address.ts'
import { useOperationRows } from './data/use-operation-rows.ts'
import { ListView } from './ListView.tsx'
import { LiveList } from './live/late.ts'

interface Props<R extends Resource['from']> {
  screen: ListScreen
  resource: Resource & { from: R }
}

type From = Resource['from']
type Live = Extract<From, { live: unknown }>
type Called = Extract<From, { operation: unknown }>
type Commanded = Extract<From, { command: unknown }>

function CalledList({ screen, resource }: Props<Called>) {
  const address = useListAddress(screen, useEngine().definitions, false)
  const { refetch, ...data } = useOperationRows(resource, address, { words: screen.words })
  return <ListView screen={screen} resource={resource} data={data} address={address} refetch={refetch} />
}

function CommandedList({ screen, resource }: Props<Commanded>) {
  const address = useListAddress(screen, useEngine().definitions, true)
  const { refetch, ...data } = useCommandRows(resource, screen, address)
  return <ListView screen={screen} resource={resource} data={data} address={address} refetch={refetch} />
}

const isLive = (resource: Resource): resource is Resource & { from: Live } => 'live' in resource.from

const isCommanded = (resource: Resource): resource is Resource & { from: Commanded } =>
  'command' in resource.from

/** A table on a desk, cards on a phone: rows from the server or the gateway, or the devices that the channel keeps. */
export function Screen({ screen }: ScreenProps<ListScreen>) {
  const resource = useEngine().definitions.resource(screen.resource)
  if (!resource) throw new Error(`catalogue/resources has no ${screen.resource}`)
  if (isCommanded(resource)) return <CommandedList screen={screen} resource={resource} />
  return isLive(resource) ? (
    <LiveList screen={screen} resource={resource} />
  ) : (
    <CalledList screen={screen} resource={resource as Resource & { from: Called }} />
  )
}
