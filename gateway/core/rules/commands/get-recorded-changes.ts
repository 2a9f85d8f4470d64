import { get_recorded_changes as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

/** An answer must not keep a slow line from everything else. */
const most = 2000

export const getRecordedChanges = defineCommand({
  name: 'get_recorded_changes',
  accepts,
  changes: false,
  run: ({ from, to, after, device_ids }, { automation: { recorder }, zone }) => ({
    ...recorder.changes({ from, to, after, devices: device_ids }, most),
    zone: zone(),
  }),
})
