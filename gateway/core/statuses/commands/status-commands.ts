import { defineCommand } from '../../command.ts'
import type { StatusesContext } from '../context.ts'

export const getScenarioStatusesCollection = defineCommand(
  'get_scenario_statuses_collection',
  (_params, { statuses }: StatusesContext) => ({ collection: [...statuses.all()] }),
)

export const getScenarioStatuses = defineCommand(
  'get_scenario_statuses',
  (_params, { statuses }: StatusesContext) => ({ statuses: [...statuses.all()] }),
)

/** As gateways of old firmware answer it. */
export const getStatuses = defineCommand('get_statuses', (_params, { statuses }: StatusesContext) => ({
  statuses: statuses
    .all()
    .map(({ resource_id, name, state, icon }) => ({ resource_id, name, enabled: state, icon })),
}))

export const createScenarioStatus = defineCommand(
  'create_scenario_status',
  async (params, { statuses }: StatusesContext, { userId }) => {
    const { resource_id } = await statuses.create(params, userId)
    return { resource_id }
  },
)

export const updateScenarioStatus = defineCommand(
  'update_scenario_status',
  async ({ resource_id, ...change }, { statuses }: StatusesContext, { userId }) => {
    await statuses.update(resource_id, change, userId)
    return {}
  },
)

export const deleteScenarioStatus = defineCommand(
  'delete_scenario_status',
  async ({ resource_id }, { statuses }: StatusesContext, { userId }) => {
    await statuses.delete(resource_id, userId)
    return {}
  },
)

export const setScenarioStatus = defineCommand(
  'set_scenario_status',
  async ({ resource_id, state, called, calendar }, { statuses }: StatusesContext, { userId }) => {
    const elsewhere = called ? 'call' : calendar ? 'calendar' : undefined
    await statuses.set(
      resource_id,
      state,
      elsewhere ? { kind: elsewhere } : { kind: 'person', user_id: userId },
    )
    return {}
  },
)
