import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { placementId } from '#gateway/lib/models/extends.ts'
import type { DeviceModel, Placement } from '#schemas/generated/definitions/device-model.ts'
import type { Fault, Pointer } from '../fault.ts'

/** What the sense of an entry is judged by. */
export interface Sense {
  rules: CatalogueRules
  /** Names in catalogue/icons.json; undefined while there is no such file. */
  icons: ReadonlySet<string> | undefined
}

/** An entry as written, and as it is when its templates have been applied. */
export interface Subject {
  own: DeviceModel
  full: DeviceModel
}

export type ModelCheck = (subject: Subject, sense: Sense) => Fault[]

/** Where a placement of the full entry stands in the own file; an inherited one is where the template is named. */
export function whereIs({ own }: Subject, placement: Placement): Pointer {
  const index = (own.properties ?? []).findIndex((one) => placementId(one) === placementId(placement))
  return index === -1 ? ['extends'] : ['properties', index]
}

/** Native models describe all that they have; of others the bridge tells more. */
export const describesAll = ({ full }: Subject): boolean =>
  full.services !== undefined &&
  !full.abstract &&
  (full.match ?? []).every(({ ecosystem }) => ecosystem === 'native')

export const placed = (subject: Subject): readonly Placement[] => subject.full.properties ?? []
