import { globSync } from 'node:fs'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { LayoutRules } from '#schemas/generated/definitions/rules-layout.ts'
import { readJson } from './files.ts'

type Named = Readonly<{ service: string; property: string }>

const pathOf = ({ service, property }: Named): string => `${service}/${property}`

/** What tiles and tables may show, as `Service/property`: by the models of the catalogue, and by the rules for all others. */
export function tileProperties(): ReadonlySet<string> {
  const { types, switches, header, control, footer, lit, battery, panels } = readJson<LayoutRules>(
    'catalogue/rules/layout.json',
  )
  const shown = new Set([
    ...[switches, header, control, footer?.flat(), lit, battery].flatMap((paths) => paths ?? []),
    ...(types ?? []).flatMap((type) => type.head ?? []),
    ...(panels ?? []).flatMap((panel) => [...panel.main, ...panel.with]),
  ])
  const models = globSync('catalogue/{devices/*,templates}/*.json')
    .sort()
    .map((file) => readJson<DeviceModel>(file))
  for (const { serviceInHeader, quickProperties } of models)
    for (const named of [serviceInHeader, ...(quickProperties ?? [])]) if (named) shown.add(pathOf(named))
  // A placement brings along what it is placed with.
  const placed = models.flatMap(({ properties }) => properties ?? [])
  for (const one of placed)
    if (shown.has(pathOf(one))) for (const more of one.options?.moreServices ?? []) shown.add(pathOf(more))
  return shown
}
