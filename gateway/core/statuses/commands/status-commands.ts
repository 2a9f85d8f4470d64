import {
  create_scenario_status,
  delete_scenario_status,
  get_scenario_statuses,
  get_scenario_statuses_collection,
  get_statuses,
  set_scenario_status,
  update_scenario_status,
} from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const getScenarioStatusesCollection = defineCommand({
  name: 'get_scenario_statuses_collection',
  accepts: get_scenario_statuses_collection,
  changes: false,
  run: (_params, { statuses }) => ({ collection: [...statuses.all()] }),
})

export const getScenarioStatuses = defineCommand({
  name: 'get_scenario_statuses',
  accepts: get_scenario_statuses,
  changes: false,
  run: (_params, { statuses }) => ({ statuses: [...statuses.all()] }),
})

/** As gateways of old firmware answer it. */
export const getStatuses = defineCommand({
  name: 'get_statuses',
  accepts: get_statuses,
  changes: false,
  run: (_params, { statuses }) => ({
    statuses: statuses
      .all()
      .map(({ resource_id, name, state, icon }) => ({ resource_id, name, enabled: state, icon })),
  }),
})

export const createScenarioStatus = defineCommand({
  name: 'create_scenario_status',
  accepts: create_scenario_status,
  changes: true,
  async run(params, { statuses }, { userId }) {
    const { resource_id } = await statuses.create(params, userId)
    return { resource_id }
  },
})

export const updateScenarioStatus = defineCommand({
  name: 'update_scenario_status',
  accepts: update_scenario_status,
  changes: true,
  async run({ resource_id, ...change }, { statuses }, { userId }) {
    await statuses.update(resource_id, change, userId)
    return {}
  },
})

export const deleteScenarioStatus = defineCommand({
  name: 'delete_scenario_status',
  accepts: delete_scenario_status,
  changes: true,
  async run({ resource_id }, { statuses }, { userId }) {
    await statuses.delete(resource_id, userId)
    return {}
  },
})

export const setScenarioStatus = defineCommand({
  name: 'set_scenario_status',
  accepts: set_scenario_status,
  changes: true,
  async run({ resource_id, state }, { statuses }, { userId }) {
    await statuses.set(resource_id, state, { kind: 'person', user_id: userId })
    return {}
  },
})
