import type { Device } from '#schemas/generated/entities/device.ts'
import type { RuledModel } from '#schemas/generated/entities/ruled-model.ts'
import type { Home } from '../../homes/home.ts'
import type { Catalogue } from '../catalogue.ts'

/** A model as its devices name it. */
export interface Like {
  model: string
  manufacturer?: string
}

interface Parts {
  catalogue: Pick<Catalogue, 'layoutOf'>
  homes(): Iterable<Pick<Home, 'devices'>>
}

const likeOf = ({ class: model, device_manufacturer: manufacturer }: Device): Like => ({
  model,
  ...(manufacturer !== undefined && { manufacturer }),
})

const idOf = ({ manufacturer, model }: Like): string => [manufacturer, model].filter(Boolean).join(' ')

/** Models that no file describes, of which there are devices: their number says which deserves one. */
export function drawnByRule({ catalogue, homes }: Parts): RuledModel[] {
  const found = new Map<string, RuledModel>()
  for (const home of homes())
    for (const device of home.devices()) {
      const { layout } = catalogue.layoutOf(device)
      if (!layout.generated) continue
      const like = likeOf(device)
      const id = idOf(like)
      const known = found.get(id)
      if (known) known.devices += 1
      else found.set(id, { id, ...like, type: layout.type, icon: layout.icon, devices: 1 })
    }
  return [...found.values()].toSorted((a, b) => b.devices - a.devices || (a.id < b.id ? -1 : 1))
}

/** One of the devices of such a model; it describes all of them. */
export function deviceLike({ catalogue, homes }: Parts, wanted: Like): Device | undefined {
  for (const home of homes()) {
    const device = home
      .devices()
      .find((one) => idOf(likeOf(one)) === idOf(wanted) && catalogue.layoutOf(one).layout.generated)
    if (device) return device
  }
  return undefined
}
