import type { Entity } from '../entity.ts'
import { whole } from '../parts.ts'

export const compound = { compound: 'light' }

/** Colour temperature, in whichever of its two units the light has it. */
export const mireds = (entity: Entity, kelvin: boolean) =>
  kelvin
    ? whole(entity.number('min_kelvin', 2000) ?? 2000, entity.number('max_kelvin', 6535) ?? 6535, {
        unit: 'K',
      })
    : whole(entity.number('min_mireds', 153) ?? 153, entity.number('max_mireds', 500) ?? 500, {
        unit: 'mired',
      })
