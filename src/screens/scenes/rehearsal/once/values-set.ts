import type { Home } from '#engine/ports.ts'
import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import { copyIn } from '#gateway/lib/scenes/copies.ts'
import { isOfDevice, toldValues } from '#gateway/lib/scenes/texts.ts'
import type { Found } from '#gateway/rules/targets/targets.ts'
import type { ActionSet, ActionTarget, Rule } from '#schemas/generated/entities/rule.ts'
import { foundNow } from '../../housed.ts'
import { valueId } from '../recorded.ts'

/** Values that decide what a run would do or say, each once. */
export function valuesSet({ scenes = [] }: Rule, home: Home) {
  const told = toldValues({ scenes })
    .filter(isOfDevice)
    .map(({ device_id, service_name, property_name }) => ({
      ...{ event_source: device_id, service_name, property_name },
    }))
  const settings = scenes.flatMap(({ devices = [] }) =>
    devices.flatMap(({ id, settings }) =>
      settings.flatMap((setting) => {
        const { service_name, property_name } = setting
        const copy = copyIn(setting)
        return [
          { event_source: id, service_name, property_name },
          ...(copy
            ? [
                {
                  event_source: copy.device_id,
                  service_name: copy.service_name,
                  property_name: copy.property_name,
                },
              ]
            : []),
        ]
      }),
    ),
  )
  const targeted = scenes.flatMap((set) =>
    (set.targets ?? []).flatMap((target) =>
      membersOf(target, set, home).map(({ device, service, property }) => ({
        ...{ event_source: device, service_name: service, property_name: property },
      })),
    ),
  )
  return [
    ...new Map(
      [...settings, ...targeted, ...told, ...askedValues({ scenes })].map((one) => [
        valueId(one.event_source, one.service_name, one.property_name),
        one,
      ]),
    ).values(),
  ]
}

/** A rehearsal looks at so many of those that a target finds: each is asked for its value. */
const LOOKED_AT = 100

export const membersOf = (target: ActionTarget, set: ActionSet, home: Home): readonly Found[] =>
  foundNow(target, set, home).slice(0, LOOKED_AT)
