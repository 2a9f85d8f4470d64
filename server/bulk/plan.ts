import type { BulkContentParams } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { conditionOf } from '../homes/conditions.ts'
import { isoOf } from '../jobs/job-status.ts'
import { type CarryingParts, OFFLINE } from './bulk-kind.ts'
import { idsOf, type Verdict } from './contents/content-kind.ts'
import { look } from './contents/contents.ts'
import { lookAtPart, noneOf, partOf, saysOf, type Told } from './contents/parts.ts'
import { Cannot, type Reach, reachOf, remembering } from './reach.ts'
import { rules } from './views.ts'

/** Gateways read in one statement. */
const CHUNK = 200

type Figure = 'adds' | 'replaces' | 'same' | 'cannot' | 'offline' | 'unknown'

interface Asked {
  content: readonly BulkContentParams[]
  devices: readonly string[]
  userId: string
}

/** The dry run: looks at every gateway that can be asked as the operation itself would, and changes nothing. */
export async function planOf(
  carrying: CarryingParts & { now(): number; elapsed(): number },
  { content, devices, userId }: Asked,
): Promise<BulkPlan> {
  const { store, homes, now, elapsed } = carrying
  const figures: Record<Figure, number> = { adds: 0, replaces: 0, same: 0, cannot: 0, offline: 0, unknown: 0 }
  const causes = new Map<string, { count: number; devices: string[] }>()
  const models = new Map<string, Gateway>()
  let example: BulkPlan['example']
  const several = content.length > 1
  const parts = content.map(() => ({ adds: 0, replaces: 0, same: 0, leftOut: 0 }))
  const lookAt = (
    reach: Reach,
    what: BulkContentParams,
    at: number,
  ): Promise<Verdict | { leftOut: string }> => {
    return several ? lookAtPart(what, partOf(reach, 'plan', at)) : look(what, reach, idsOf('plan'))
  }
  const cannot = (code: string, serialNumber: string): void => {
    figures.cannot++
    const cause = causes.get(code) ?? { count: 0, devices: [] }
    cause.count++
    cause.devices.push(serialNumber)
    causes.set(code, cause)
  }
  const until = elapsed() + rules.planPatience
  const judge = async (gateway: Gateway): Promise<void> => {
    const { serialNumber, name, model } = gateway
    const condition = conditionOf(gateway, userId)
    if (condition?.errorCode === OFFLINE) figures.offline++
    else if (condition) cannot(condition.errorCode, serialNumber)
    else if (elapsed() > until) figures.unknown++
    else {
      const reach = remembering(reachOf({ homes, gateway, userId, patience: rules.patience }))
      try {
        const found = await Promise.all(content.map((what, at) => lookAt(reach, what, at)))
        const told = found.map(toldOf)
        const none = noneOf(told)
        if (none !== undefined) return cannot(none, serialNumber)
        for (const [at, { says }] of told.entries()) {
          const part = parts[at]
          if (part) part[says ?? 'leftOut']++
        }
        const says = saysOf(told)
        figures[says]++
        if (says === 'same') return
        if (!models.has(model)) models.set(model, gateway)
        // What is replaced is worth more to see than what is new.
        if (example && (example.says === 'replaces' || says === 'adds')) return
        const at = told.findIndex((one) => one.says === says)
        const shown = found[at]
        const rows = shown && 'rows' in shown ? [...shown.rows] : []
        example = { gateway: { serialNumber, name, model }, says, rows, ...(several && { part: at }) }
      } catch (error) {
        if (!(error instanceof Cannot)) throw error
        if (error.code === 'NO_ANSWER') figures.unknown++
        else cannot(error.code, serialNumber)
      }
    }
  }
  for (let from = 0; from < devices.length; from += CHUNK) {
    const some = devices.slice(from, from + CHUNK)
    const gateways = await store.gateways.some(some)
    const known = new Set(gateways.map(({ serialNumber }) => serialNumber))
    for (const serialNumber of some) if (!known.has(serialNumber)) cannot('UNKNOWN_GATEWAY', serialNumber)
    const left = [...gateways]
    const worker = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) await judge(next)
    }
    await Promise.all(Array.from({ length: rules.planAtOnce }, worker))
  }
  return {
    at: isoOf(now()),
    total: devices.length,
    ...figures,
    causes: [...causes]
      .map(([code, { count, devices: named }]) => ({ code, count, devices: named }))
      .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    ...(example && { example }),
    ...(several && { parts }),
    canaries: [...models.values()]
      .toSorted((a, b) => a.model.localeCompare(b.model))
      .slice(0, rules.canaries)
      .map(({ serialNumber, name, model }) => ({ serialNumber, name, model })),
  }
}

const toldOf = (found: Verdict | { leftOut: string }): Told => {
  if ('leftOut' in found) return { code: found.leftOut }
  return { says: found.says === 'opened' ? 'adds' : found.says }
}
