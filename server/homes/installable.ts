import { readFileSync } from 'node:fs'
import type { NetworkKind } from '#gateway/core/network-driver.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Inclusion, InclusionKind } from '#schemas/generated/definitions/inclusion.ts'

const { kinds } = JSON.parse(
  readFileSync(new URL('../../catalogue/inclusion.json', import.meta.url), 'utf8'),
) as Inclusion

const fits = ({ ecosystems, types }: InclusionKind, { match = [], type }: DeviceModel): boolean =>
  type !== undefined &&
  types.includes(type) &&
  match.some(({ ecosystem }) => (ecosystems as readonly string[]).includes(ecosystem))

/** Models that the wizard offers for a kind; spec 2 §3: a model may be hidden from it. */
export function installable(models: readonly DeviceModel[], kind: string): readonly DeviceModel[] {
  const wanted = kinds[kind]
  if (!wanted) return []
  return models.filter(
    (model) => !model.abstract && !model.hideInInstallationWizard && model.services && fits(wanted, model),
  )
}

/** The same for everything that a network serves. */
export function installableOn(models: readonly DeviceModel[], network: NetworkKind): readonly DeviceModel[] {
  const found = Object.entries(kinds).flatMap(([kind, one]) =>
    one.network === network ? installable(models, kind) : [],
  )
  return [...new Set(found)]
}
