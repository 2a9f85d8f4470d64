import { sameName } from '#gateway/lib/names/clean-name.ts'
import type { BulkStatus } from '#schemas/generated/entities/bulk-content.ts'
import { type ContentKind, versionOf } from './content-kind.ts'

/** A status of this name, with this icon. Whether it is on stays the home's own affair. */
export const statusContent: ContentKind<BulkStatus['params']> = {
  async look(reach, { name, icon }, id) {
    const { collection } = await reach.ask('get_scenario_statuses_collection', {})
    const known = collection.find((one) => sameName(one.name, name))
    if (known?.icon === icon) return { says: 'same' }
    const resource_id = known?.resource_id ?? id(`status ${name}`)
    const after = String(icon)
    if (known)
      return {
        says: 'replaces',
        rows: [{ what: known.name, today: String(known.icon), after }],
        back: [{ kind: 'status', id: resource_id, was: await versionOf(reach, 'status', resource_id) }],
        act: () => reach.ask('update_scenario_status', { resource_id, icon }, 'act'),
      }
    return {
      says: 'adds',
      rows: [{ what: name, after }],
      back: [{ kind: 'status', id: resource_id, was: 0 }],
      act: () =>
        reach.ask('import_objects', { statuses: [{ resource_id, name, icon, state: false }] }, 'act'),
    }
  },
}
