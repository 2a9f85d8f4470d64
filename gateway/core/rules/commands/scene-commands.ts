import { PAUSE_NAME } from '#gateway/lib/names/clean-name.ts'
import type { ActionSet, DeviceSetting } from '#schemas/generated/entities/rule.ts'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RulesContext } from '../context.ts'
import { scenesOf } from '../rule-edit.ts'
import { actionValue, givenName, knownAlarm, knownStatus } from '../rule-parts.ts'
import { namedIn, sceneView } from '../rule-view.ts'

/** Most action sets that are in no rule: a client that forgets them must not fill the store. */
const LOOSE = 200

export const getSceneInfo = defineCommand('get_scene_info', ({ scene_id }, context: RulesContext) => {
  const found = context.rules.scene(scene_id)
  if (!found) throw new CommandError(codes.unknown, 'There is no such action set')
  return { scene: sceneView(found.scene, namedIn(context)), ...(found.rule && { rule_id: found.rule.id }) }
})

export const createScene = defineCommand(
  'create_scene',
  ({ name, delay }, { rules, newId }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      if (edit.book.loose.size >= LOOSE)
        throw new CommandError(codes.conflict, 'There are too many action sets that are in no rule')
      const scene_id = newId()
      edit.putScene({ id: scene_id, name: setName(name), ...(delay !== undefined && { delay }) })
      return { scene_id }
    }),
)

export const deleteScene = defineCommand(
  'delete_scene',
  ({ scene_id }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.takeScene(scene_id)
      return {}
    }),
)

export const addSceneToRule = defineCommand(
  'add_scene_to_rule',
  ({ rule_id, scene_id }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      const scene = edit.takeScene(scene_id)
      edit.change(rule_id, (rule) => ({ scenes: [...scenesOf(rule), scene] }))
      return {}
    }),
)

export const updateSceneName = defineCommand(
  'update_scene_name',
  ({ scene_id, name }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, () => ({ name: setName(name) }))
      return {}
    }),
)

export const updateSceneDelay = defineCommand(
  'update_scene_delay',
  ({ scene_id, delay }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, () => ({ delay }))
      return {}
    }),
)

export const updateSceneDevice = defineCommand(
  'update_scene_device',
  async (params, context: RulesContext, { userId }) => {
    const { scene_id, device_id, service_name, property_name } = params
    const setting = { service_name, property_name, value: actionValue(params, context) }
    return context.rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, (scene) => ({ devices: withSetting(scene, device_id, setting) }))
      return {}
    })
  },
)

export const deleteSceneDevice = defineCommand(
  'delete_scene_device',
  ({ scene_id, device_id, service_name, property_name }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ devices = [] }) => ({
        devices: devices
          .map((device) =>
            device.id === device_id
              ? {
                  ...device,
                  settings: device.settings.filter((one) => !named(one, service_name, property_name)),
                }
              : device,
          )
          .filter(({ settings }) => settings.length > 0),
      }))
      return {}
    }),
)

export const updateSceneStatus = defineCommand(
  'update_scene_status',
  async ({ scene_id, resource_id, state }, { rules, statuses }: RulesContext, { userId }) => {
    const status = { ...knownStatus(statuses, resource_id), state }
    return rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, (scene) => ({
        statuses: [...(scene.statuses ?? []).filter((one) => one.resource_id !== resource_id), status],
      }))
      return {}
    })
  },
)

export const deleteSceneStatus = defineCommand(
  'delete_scene_status',
  ({ scene_id, resource_id }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ statuses = [] }) => ({
        statuses: statuses.filter((one) => one.resource_id !== resource_id),
      }))
      return {}
    }),
)

export const updateSceneNotification = defineCommand(
  'update_scene_notification',
  ({ scene_id, notification_id: id, ...given }, { rules, newId }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      const notification_id = id ?? newId()
      edit.changeScene(scene_id, ({ notifications = [] }) => {
        if (id !== undefined && !notifications.some((one) => one.notification_id === id))
          throw new CommandError(codes.unknown, 'There is no such notification')
        const notification = { notification_id, ...given }
        return {
          notifications:
            id === undefined
              ? [...notifications, notification]
              : notifications.map((one) => (one.notification_id === id ? notification : one)),
        }
      })
      return { notification_id }
    }),
)

export const deleteSceneNotification = defineCommand(
  'delete_scene_notification',
  ({ scene_id, notification_id, type }, { rules }: RulesContext, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ notifications = [] }) => ({
        notifications: notifications.filter(
          (one) => one.notification_id !== notification_id || one.type !== type,
        ),
      }))
      return {}
    }),
)

export const updateAlarm = defineCommand(
  'update_alarm',
  async ({ scene_id, alarmId, enabled }, context: RulesContext, { userId }) => {
    if (enabled) knownAlarm(context, alarmId)
    return context.rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ alarms = [] }) => ({
        alarms: [...alarms.filter((one) => one.alarmId !== alarmId), ...(enabled ? [{ alarmId }] : [])],
      }))
      return {}
    })
  },
)

const named = (one: DeviceSetting, service: string | undefined, property: string | undefined): boolean =>
  (service === undefined || one.service_name === service) &&
  (property === undefined || one.property_name === property)

function withSetting({ devices = [] }: ActionSet, id: string, setting: DeviceSetting) {
  const old = devices.find((device) => device.id === id)
  const settings = [
    ...(old?.settings ?? []).filter((one) => !named(one, setting.service_name, setting.property_name)),
    setting,
  ]
  return old
    ? devices.map((device) => (device.id === id ? { ...device, settings } : device))
    : [...devices, { id, settings }]
}

/** The reserved name is what makes an action set a pause (spec 2 §3). */
const setName = (name: string): string => (name === PAUSE_NAME ? PAUSE_NAME : givenName(name))
