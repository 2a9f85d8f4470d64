import rules from '#catalogue/rules/exposes.json' with { type: 'json' }
import type { Value } from '#schemas/generated/entities/layout.ts'

/** Icons and colours of a battery, as the rules of the catalogue have them. */
export const batteryBands = rules.exposes.battery.bands as NonNullable<Value['bands']>
