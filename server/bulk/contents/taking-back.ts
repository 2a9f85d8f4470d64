import { Cannot, type Reach } from '../reach.ts'
import { type Back, versionOf } from './content-kind.ts'

function removed({ ask }: Reach, { kind, id, floor = '' }: Back, step: string): Promise<unknown> {
  switch (kind) {
    case 'rule':
      return ask('delete_rule', { rule_id: id }, step)
    case 'status':
      return ask('delete_scenario_status', { resource_id: id }, step)
    case 'room':
      return ask('remove_room', { floor_id: floor, room_id: id }, step)
    case 'floor':
      return ask('remove_floor', { floor_id: id }, step)
  }
}

/** Takes back what nobody has changed since; throws Cannot before anything is done, when somebody has. */
export async function takeBack(reach: Reach, back: readonly Back[]): Promise<'returned' | 'nothing'> {
  const open: Back[] = []
  for (const one of back) {
    const { versions } = await reach.ask('get_object_history', { kind: one.kind, id: one.id })
    const [last] = versions
    if (!last || last.version === one.was) continue
    // Taken away already, by an earlier try or by its owner.
    if (one.was === 0 && last.change === 'deleted') continue
    if (one.was > 0 && last.change === 'restored') continue
    if (last.version !== one.was + 1 && !(await isEmptied(reach, one)))
      throw new Cannot('CHANGED_SINCE', last.name)
    open.push(one)
  }
  for (const [place, one] of open.entries()) {
    if (one.was === 0) await removed(reach, one, `back-${place}`)
    else await reach.ask('restore_object', { kind: one.kind, id: one.id, version: one.was }, `back-${place}`)
  }
  return open.length > 0 ? 'returned' : 'nothing'
}

/** A floor has a version for each room that came and went: what counts is that none is left that is not ours. */
async function isEmptied(reach: Reach, { kind, id, was }: Back): Promise<boolean> {
  if (kind !== 'floor' || was > 0) return false
  const { floors } = await reach.ask('get_layout', {})
  const rooms = floors.find(({ floor_id }) => floor_id === id)?.rooms ?? []
  const others = await Promise.all(
    rooms.map(
      async ({ room_id, devices }) => devices.length > 0 || (await versionOf(reach, 'room', room_id)) > 1,
    ),
  )
  return others.every((other) => !other)
}
