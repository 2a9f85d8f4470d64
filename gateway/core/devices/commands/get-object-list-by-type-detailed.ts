import { devicePage } from '#gateway/lib/homes/device-page.ts'
import { defineCommand } from '../../command.ts'
import type { DevicesContext } from '../context.ts'

export const getObjectListByTypeDetailed = defineCommand(
  'get_object_list_by_type_detailed',
  ({ page }, { devices, bridges, zone, seq }: DevicesContext) => ({
    ...(page ? { objects: [], page: devicePage(devices.held(), page) } : { objects: [...devices.all()] }),
    bridges: bridges.all(),
    zone: zone(),
    seq: seq(),
  }),
)
