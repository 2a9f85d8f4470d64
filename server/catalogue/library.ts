import { type ExtendsFault, resolveModel } from '#gateway/lib/models/extends.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { type Fault, problemOf } from './check/fault.ts'
import { fileIsNamedAlike } from './check/model/identity.ts'
import { senseOf } from './check/model/sense.ts'
import type { Sense } from './check/model/subject.ts'
import { suggested } from './check/nearest.ts'
import type { SourceFile } from './check/source-file.ts'

export interface ReadModel {
  source: SourceFile
  model: DeviceModel
}

export interface Judged {
  /** By file: the entry with its templates applied, when nothing is wrong with it. */
  good: ReadonlyMap<string, DeviceModel>
  problems: CatalogueProblem[]
}

/** All entries together: who extends whom, what makes sense, who claims the same. */
export function judge(read: readonly ReadModel[], sense: Sense): Judged {
  const problems: CatalogueProblem[] = []
  const good = new Map<string, DeviceModel>()
  const names = new Map<string, ReadModel>()
  for (const entry of read) {
    const first = names.get(entry.model.model)
    if (!first) names.set(entry.model.model, entry)
    else
      problems.push(
        problemOf(entry.source, {
          at: ['model'],
          says: { code: 'model.taken', name: entry.model.model, file: first.source.file },
        }),
      )
  }
  const models = new Map([...names].map(([name, { model }]) => [name, model]))
  const matchers = new Map<string, ReadModel>()
  for (const entry of names.values()) {
    const faults: Fault[] = fileIsNamedAlike(entry.source.file, entry.model.model)
    const resolved = resolveModel(entry.model, models)
    if (resolved.ok) faults.push(...senseOf({ own: entry.model, full: resolved.model }, sense))
    else faults.push(notResolved(entry.model, resolved.fault, models.keys()))
    faults.push(...claimedTwice(entry, matchers))
    problems.push(...faults.map((fault) => problemOf(entry.source, fault)))
    if (resolved.ok && faults.length === 0) good.set(entry.source.file, resolved.model)
  }
  return { good, problems }
}

function notResolved(
  model: DeviceModel,
  { kind, name, stack }: ExtendsFault,
  known: Iterable<string>,
): Fault {
  const index = Array.isArray(model.extends) ? model.extends.indexOf(stack[1] ?? name) : -1
  const at = index >= 0 ? ['extends', index] : ['extends']
  const path = [...stack, name].join(' → ')
  if (kind === 'cycle') return { at, says: { code: 'model.extendsItself', name, path } }
  // Through another template the name stands in that one's file; nothing in this one is to be replaced.
  const isHere = stack.length === 1
  const { remedy, fix } = suggested(name, known, at)
  return {
    at,
    says: isHere ? { code: 'no.template', name } : { code: 'no.templateOf', name, path },
    ...(remedy && { remedy }),
    ...(isHere && fix && { fix }),
  }
}

function claimedTwice(entry: ReadModel, claimed: Map<string, ReadModel>): Fault[] {
  return (entry.model.match ?? []).flatMap((matcher, index) => {
    const key = JSON.stringify(Object.entries(matcher).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const first = claimed.get(key)
    if (!first) {
      claimed.set(key, entry)
      return []
    }
    const says =
      first === entry
        ? ({ code: 'model.matcherAbove' } as const)
        : ({ code: 'model.matcherTaken', file: first.source.file } as const)
    return [{ at: ['match', index], says }]
  })
}
