import { keyOfChange } from '#gateway/rules/conditions.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'

type Plain = RecordedChange['value']
type Row = [at: number, path: number, value: Plain]

/** A run of recorded changes as it is stored: what each is about is named once. */
export interface Chunk {
  paths: string[]
  rows: Row[]
  /** Readings of it have been thinned. */
  thin?: boolean
}

/** Rows of a chunk: what is written anew with each change stays small. */
export const ROWS = 200
/** Of readings older than a day one in this time is left. */
const quarter = 15 * 60_000

/** `device/service/property`, `device/` for how it fares, `//rule/trigger` for a call, `//rule/` for the end of a run, or the id of a status. */
export const pathOf = (change: RecordedChange): string => {
  const { device_id, service_name, property_name, resource_id, rule_id } = change
  if (rule_id !== undefined) return keyOfChange(change)
  return (
    resource_id ??
    (service_name === undefined ? `${device_id}/` : `${device_id}/${service_name}/${property_name}`)
  )
}

const isStatus = (path: string): boolean => path.endsWith('/')

/** Adds changes to a chunk. */
export function chunkOf(changes: readonly RecordedChange[], chunk: Chunk = { paths: [], rows: [] }): Chunk {
  for (const change of changes) {
    const path = pathOf(change)
    const known = chunk.paths.indexOf(path)
    const place = known >= 0 ? known : chunk.paths.push(path) - 1
    chunk.rows.push([change.at, place, change.value])
  }
  return chunk
}

/** Many at once, oldest first. */
export const chunksOf = (changes: readonly RecordedChange[]): Chunk[] =>
  Array.from({ length: Math.ceil(changes.length / ROWS) }, (_none, at) =>
    chunkOf(changes.slice(at * ROWS, (at + 1) * ROWS)),
  )

export function changeOf({ paths, rows }: Chunk, place: number): RecordedChange | undefined {
  const row = rows[place]
  const path = row && paths[row[1]]
  if (!row || path === undefined) return undefined
  const [at, , value] = row
  const slash = path.indexOf('/')
  if (slash < 0) return { at, resource_id: path, value }
  if (path.startsWith('//')) {
    const [rule_id = '', trigger_id = ''] = path.slice(2).split('/')
    return { at, rule_id, ...(trigger_id !== '' && { trigger_id }), value }
  }
  if (isStatus(path)) return { at, device_id: path.slice(0, slash), value }
  const next = path.indexOf('/', slash + 1)
  return {
    at,
    device_id: path.slice(0, slash),
    service_name: path.slice(slash + 1, next),
    property_name: path.slice(next + 1),
    value,
  }
}

/**
 * Numbers that no rule looks at become fewer; everything else stays. Of what follows closely the last stays: a value that
 * rests would otherwise look as it did before.
 */
export function thin({ paths, rows }: Chunk, named: ReadonlySet<string>): Chunk {
  const next = new Map<number, number>()
  const left = rows.toReversed().filter(([at, path, value]) => {
    const name = paths[path] ?? ''
    if (typeof value !== 'number' || named.has(name) || isStatus(name)) return true
    if ((next.get(path) ?? Number.POSITIVE_INFINITY) - at < quarter) return false
    next.set(path, at)
    return true
  })
  return { paths, rows: left.toReversed(), thin: true }
}

/** About what it takes as JSON. */
export const sizeOf = ({ paths, rows }: Chunk): number =>
  paths.reduce((sum, path) => sum + path.length + 3, 0) +
  rows.reduce((sum, [, , value]) => sum + 18 + (typeof value === 'string' ? value.length + 2 : 6), 0)
