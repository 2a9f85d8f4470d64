import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import type { Caller } from '../gateway-kit.ts'
import { readUntil } from '../jobs-kit.ts'
import { Site, silent } from '../kit.ts'

/** Time stands still in it, so a second try comes at once. */
export const bulkSite = (): Promise<Site> => Site.open({}, silent, undefined, { jobPace: { retryMs: 0 } })

export const setback: BulkContent = {
  content_name: 'Night setback',
  content_type: 'scn',
  content_params: [
    {
      ...{ name: 'create_rule', type: 'query', destination_class: 'ScenarioController' },
      params: {
        rule: {
          name: 'Night setback',
          rule_logic: 'OR',
          time_triggers: [{ hour: 22, minute: 45, repeating: [true, true, true, true, true, true, true] }],
          scenes: [
            {
              name: 'Night',
              devices: [
                { service_name: 'LightService', property_name: 'state', value: false },
                {
                  service_name: 'ThermostatService',
                  property_name: 'occupied_heating_setpoint',
                  value: 18,
                },
                { service_name: 'RollerShutterService', property_name: 'position', value: 0 },
                { service_name: 'SwitchService', property_name: 'state', value: false },
              ],
            },
          ],
        },
      },
    },
  ],
}

/** The same scene under another name. */
export const named = (name: string): BulkContent => {
  const text = JSON.stringify(setback).replaceAll('Night setback', name)
  return JSON.parse(text) as BulkContent
}

export const rooms: BulkContent = {
  content_name: 'Standard flat',
  content_type: 'lyt',
  content_params: [
    {
      ...{ name: 'create_layout', type: 'query' },
      params: {
        floors: [
          {
            floor_name: 'erdgeschoss',
            rooms: [{ room_name: 'Küche' }, { room_name: 'Technik', icon: 'tools' }],
          },
          { floor_name: 'Keller', rooms: [{ room_name: 'Waschküche' }] },
        ],
      },
    },
  ],
}

export const away: BulkContent = {
  content_name: 'Away',
  content_type: 'ts',
  content_params: [
    {
      ...{ name: 'update_scenario_status', type: 'query', destination_class: 'ScenarioController' },
      params: { name: 'Away', icon: 4 },
    },
  ],
}

export const opening: BulkContent = {
  content_name: 'Open Z-Wave',
  content_type: 'opn',
  content_params: [{ name: 'open_network', type: 'query', params: { type: 'inclusion', network: 'zwave' } }],
}

export const begin = async (
  admin: Caller,
  content: BulkContent,
  devices: readonly string[],
  campaignOptions: Record<string, unknown> = {},
): Promise<string> => {
  const answer = await admin('POST', '/bom/campaign/create', {
    ...{ operation_name: content.content_name, content, userId: 'demo-admin', devices, campaignOptions },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<{ _id: string }>()._id
}

export const read = async (admin: Caller, id: string): Promise<BulkOperation> => {
  const answer = await admin('GET', `/bom/campaign/get/${id}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<BulkOperation>()
}

/** Resolves with the operation as soon as this holds. */
export const until = (
  admin: Caller,
  id: string,
  holds: (operation: BulkOperation) => boolean,
): Promise<BulkOperation> => readUntil(() => read(admin, id), holds)

export const over = ({ status }: BulkOperation): boolean =>
  ['Completed', 'Failed', 'Canceled'].includes(status)

export const tasksOf = async (admin: Caller, id: string, query = ''): Promise<BulkTask[]> =>
  (await admin('GET', `/bom/task/getTasksInCampaign/${id}?limit=500${query}`)).json<{ data: BulkTask[] }>()
    .data
