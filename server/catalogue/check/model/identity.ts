import { basename } from 'node:path'
import type { Fault } from '../fault.ts'
import type { ModelCheck } from './subject.ts'

/** A device has a type and a name, a template matches nothing, a matcher names something. */
export const identityIsGiven: ModelCheck = ({ own, full }) => {
  const faults: Fault[] = []
  if (!own.abstract) {
    for (const name of ['type', 'name', 'icon'] as const)
      if (!full[name]) faults.push({ at: [], says: { code: 'model.lacks', name } })
  } else if (own.match) {
    faults.push({
      at: ['match'],
      says: { code: 'model.templateMatches' },
      remedy: { code: 'remedy.dropMatch' },
    })
  }
  for (const [index, matcher] of (own.match ?? []).entries()) {
    if (Object.keys(matcher).length < 2)
      faults.push({
        at: ['match', index],
        says: { code: 'model.matchesAll', ecosystem: matcher.ecosystem },
        remedy: { code: 'remedy.nameDevice' },
      })
  }
  // Of one without a type, that is said already.
  if (own.cameraLinks && full.type && full.type !== 'Camera')
    faults.push({ at: ['cameraLinks'], says: { code: 'model.noCamera', device: full.type } })
  return faults
}

/** The name that the file of a model has. */
export const fileNameOf = (model: string): string => `${model.replaceAll(/[^\w.-]+/g, '-')}.json`

export function fileIsNamedAlike(file: string, model: string): Fault[] {
  const wanted = fileNameOf(model)
  if (basename(file) === wanted) return []
  return [
    {
      at: ['model'],
      says: { code: 'model.fileName', name: model, file: basename(file) },
      remedy: { code: 'remedy.callFile', file: wanted },
    },
  ]
}
