import { defineCommand } from '../../command.ts'
import type { RulesContext } from '../context.ts'

/** An answer must not keep a slow line from everything else. */
const most = 2000

export const getRecordedChanges = defineCommand(
  'get_recorded_changes',
  ({ from, to, after, device_ids }, { automation: { recorder }, zone, place }: RulesContext) => {
    const there = place()
    return {
      ...recorder.changes({ from, to, after, devices: device_ids }, most),
      zone: zone(),
      ...(there && { place: there }),
    }
  },
)
