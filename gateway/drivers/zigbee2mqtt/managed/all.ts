import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { Described } from '../describe.ts'
import type { BridgeDevice } from '../wire.ts'
import { bindings } from './bindings.ts'
import { describeEntries } from './entries.ts'
import { firmware } from './firmware.ts'
import { interview } from './interview.ts'
import type { Neighbour } from './neighbours.ts'
import { options } from './options.ts'

/** Properties of a device that the bridge keeps for it: options, bindings, firmware, interview. */
export function managementOf(
  bridge: BridgeDevice,
  neighbours: readonly Neighbour[],
  rules: CatalogueRules,
): Described {
  return describeEntries(
    [
      ...interview(bridge),
      ...options(bridge),
      ...(bridge.definition?.updatable ? firmware(bridge) : []),
      ...bindings(bridge, neighbours),
    ],
    rules,
  )
}
