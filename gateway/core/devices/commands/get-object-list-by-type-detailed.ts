import { defineCommand } from '../../command.ts'
import type { DevicesContext } from '../context.ts'

export const getObjectListByTypeDetailed = defineCommand(
  'get_object_list_by_type_detailed',
  (_params, { devices, bridges, seq }: DevicesContext) => ({
    objects: [...devices.all()],
    bridges: bridges.all(),
    seq: seq(),
  }),
)
