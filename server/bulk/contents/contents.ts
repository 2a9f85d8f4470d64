import type { BulkContentParams, BulkContentType } from '#schemas/generated/entities/bulk-content.ts'
import type { Reach } from '../reach.ts'
import type { Verdict } from './content-kind.ts'
import { layoutContent } from './layout-content.ts'
import { networkContent } from './network-content.ts'
import { sceneContent } from './scene-content.ts'
import { statusContent } from './status-content.ts'

/** spec 3 §3: which command each type stands for; a set is made of such that have a way back. */
export const commandOf: Readonly<Record<Exclude<BulkContentType, 'set'>, BulkContentParams['name']>> = {
  lyt: 'create_layout',
  scn: 'create_rule',
  ts: 'update_scenario_status',
  opn: 'open_network',
}

/** What this content would do to this gateway. Throws Cannot. */
export function look(
  content: BulkContentParams,
  reach: Reach,
  id: (name: string) => string,
): Promise<Verdict> {
  switch (content.name) {
    case 'create_layout':
      return layoutContent.look(reach, content.params, id)
    case 'create_rule':
      return sceneContent.look(reach, content.params, id)
    case 'update_scenario_status':
      return statusContent.look(reach, content.params, id)
    case 'open_network':
      return networkContent.look(reach, content.params, id)
  }
}
