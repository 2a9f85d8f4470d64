import type { DeviceModel, Placement } from '#schemas/generated/definitions/device-model.ts'

export type Resolved = { ok: true; model: DeviceModel } | { ok: false; fault: ExtendsFault }

/** Why an entry can't be worked out; `stack` is who asked for whom. */
export interface ExtendsFault {
  kind: 'missing' | 'cycle'
  name: string
  stack: readonly string[]
}

/** What an entry never takes over: who it is. */
const OWN: ReadonlySet<string> = new Set([
  '$schema',
  'schemaVersion',
  'model',
  'extends',
  'abstract',
  'match',
])

/** What an entry is when its templates have been applied; its own fields win, one by one. */
export function resolveModel(model: DeviceModel, models: ReadonlyMap<string, DeviceModel>): Resolved {
  return resolve(model, models, [model.model])
}

function resolve(
  model: DeviceModel,
  models: ReadonlyMap<string, DeviceModel>,
  stack: readonly string[],
): Resolved {
  let merged: DeviceModel | undefined
  for (const name of [model.extends ?? []].flat()) {
    if (stack.includes(name)) return { ok: false, fault: { kind: 'cycle', name, stack } }
    const base = models.get(name)
    if (!base) return { ok: false, fault: { kind: 'missing', name, stack } }
    const resolved = resolve(base, models, [...stack, name])
    if (!resolved.ok) return resolved
    merged = merged ? over(merged, resolved.model) : resolved.model
  }
  return { ok: true, model: merged ? over(merged, model) : model }
}

export const placementId = ({ id, service, property }: Placement): string => id ?? `${service}/${property}`

/** `own` laid over `base`: objects merge, placements are replaced by id, other lists as a whole. */
function over(base: DeviceModel, own: DeviceModel): DeviceModel {
  const inherited = Object.fromEntries(Object.entries(base).filter(([key]) => !OWN.has(key)))
  const properties = placementsOver(base.properties, own.properties)
  return { ...(merge(inherited, own) as DeviceModel), ...(properties && { properties }) }
}

function placementsOver(
  base: readonly Placement[] | undefined,
  own: readonly Placement[] | undefined,
): Placement[] | undefined {
  if (!base && !own) return undefined
  const byId = new Map((base ?? []).map((placement) => [placementId(placement), placement]))
  for (const placement of own ?? []) {
    const id = placementId(placement)
    const before = byId.get(id)
    byId.set(id, before ? (merge(before, placement) as Placement) : placement)
  }
  return [...byId.values()]
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deep merge through entries, so that no key can reach a prototype. */
function merge(base: unknown, own: unknown): unknown {
  if (!isTable(base) || !isTable(own)) return own
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(own))
    merged.set(key, merged.has(key) ? merge(merged.get(key), value) : value)
  return Object.fromEntries(merged)
}
