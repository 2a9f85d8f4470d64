import { basename } from 'node:path'
import type { Fault } from '../fault.ts'
import type { ModelCheck } from './subject.ts'

/** A device has a type and a name, a template matches nothing, a matcher names something. */
export const identityIsGiven: ModelCheck = ({ own, full }) => {
  const faults: Fault[] = []
  if (!own.abstract) {
    if (!full.type)
      faults.push({ at: [], message: '"type" is missing; neither the file nor a template gives it' })
    if (!full.name)
      faults.push({ at: [], message: '"name" is missing; neither the file nor a template gives it' })
    if (!full.icon)
      faults.push({ at: [], message: '"icon" is missing; neither the file nor a template gives it' })
  } else if (own.match) {
    faults.push({
      at: ['match'],
      message: 'A template is no device and matches none',
      remedy: 'remove "match" or "abstract"',
    })
  }
  for (const [index, matcher] of (own.match ?? []).entries()) {
    if (Object.keys(matcher).length < 2)
      faults.push({
        at: ['match', index],
        message: `This matches every ${matcher.ecosystem} device`,
        remedy: 'name the vendor and the model',
      })
  }
  if (full.cameraLinks && full.type !== 'Camera' && own.cameraLinks) {
    faults.push({
      at: ['cameraLinks'],
      message: `Only a Camera has camera links, not a ${full.type ?? 'device without type'}`,
    })
  }
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
      message: `The model is "${model}", but its file is called ${basename(file)}`,
      remedy: `call it ${wanted}`,
    },
  ]
}
