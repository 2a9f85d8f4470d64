import { sameName } from '#gateway/lib/names/clean-name.ts'
import type { BulkStatus } from '#schemas/generated/entities/bulk-content.ts'
import { type ContentKind, versionOf } from './content-kind.ts'

/** A status of this name, with this icon, in this group if one is said. Whether it is on stays the home's own affair. */
export const statusContent: ContentKind<BulkStatus['params']> = {
  async look(reach, { name, icon, group }, id) {
    const { collection } = await reach.ask('get_scenario_statuses_collection', {})
    const known = collection.find((one) => sameName(one.name, name))
    if (!known) {
      const resource_id = id(`status ${name}`)
      const status = { resource_id, name, icon, state: false, ...(group && { group }) }
      return {
        says: 'adds',
        rows: [{ what: 'icon', after: String(icon) }, ...(group ? [{ what: 'group', after: group }] : [])],
        back: [{ kind: 'status', id: resource_id, was: 0 }],
        act: () => reach.ask('import_objects', { statuses: [status] }, 'act'),
      }
    }
    const { resource_id } = known
    // A gateway that is older than groups is asked for one only where there is one.
    const moves = group !== undefined && !sameName(known.group ?? '', group ?? '')
    const rows = [
      ...(known.icon === icon ? [] : [{ what: 'icon', today: String(known.icon), after: String(icon) }]),
      ...(moves
        ? [{ what: 'group', after: group ?? '', ...(known.group !== undefined && { today: known.group }) }]
        : []),
    ]
    if (rows.length === 0) return { says: 'same' }
    const change = { resource_id, ...(known.icon !== icon && { icon }), ...(moves && { group }) }
    return {
      ...{ says: 'replaces', rows },
      back: [{ kind: 'status', id: resource_id, was: await versionOf(reach, 'status', resource_id) }],
      act: () => reach.ask('update_scenario_status', change, 'act'),
    }
  },
}
