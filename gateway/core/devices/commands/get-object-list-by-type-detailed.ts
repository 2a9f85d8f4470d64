import { get_object_list_by_type_detailed as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const getObjectListByTypeDetailed = defineCommand({
  name: 'get_object_list_by_type_detailed',
  accepts,
  changes: false,
  run: (_params, { devices, bridges, seq }) => ({
    objects: [...devices.all()],
    bridges: bridges.all(),
    seq: seq(),
  }),
})
