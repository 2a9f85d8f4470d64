import { PAUSE_NAME } from '#gateway/lib/clean-name.ts'
import type { ActionSet, DeviceSetting } from '#schemas/generated/entities/rule.ts'
import {
  add_scene_to_rule,
  create_scene,
  delete_scene,
  delete_scene_device,
  delete_scene_notification,
  delete_scene_status,
  get_scene_info,
  update_alarm,
  update_scene_delay,
  update_scene_device,
  update_scene_name,
  update_scene_notification,
  update_scene_status,
} from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import { scenesOf } from '../rule-edit.ts'
import { actionValue, givenName, knownAlarm, knownStatus } from '../rule-parts.ts'
import { namedIn, sceneView } from '../rule-view.ts'

/** Most action sets that are in no rule: a client that forgets them must not fill the store. */
const LOOSE = 200

export const getSceneInfo = defineCommand({
  name: 'get_scene_info',
  accepts: get_scene_info,
  changes: false,
  run({ scene_id }, reach) {
    const found = reach.rules.scene(scene_id)
    if (!found) throw new CommandError(codes.unknown, 'There is no such action set')
    return { scene: sceneView(found.scene, namedIn(reach)), ...(found.rule && { rule_id: found.rule.id }) }
  },
})

export const createScene = defineCommand({
  name: 'create_scene',
  accepts: create_scene,
  changes: true,
  run: ({ name, delay }, { rules, newId }, { userId }) =>
    rules.edit(userId, (edit) => {
      if (edit.book.loose.size >= LOOSE)
        throw new CommandError(codes.conflict, 'There are too many action sets that are in no rule')
      const scene_id = newId()
      edit.putScene({ id: scene_id, name: setName(name), ...(delay !== undefined && { delay }) })
      return { scene_id }
    }),
})

export const deleteScene = defineCommand({
  name: 'delete_scene',
  accepts: delete_scene,
  changes: true,
  run: ({ scene_id }, { rules }, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.takeScene(scene_id)
      return {}
    }),
})

export const addSceneToRule = defineCommand({
  name: 'add_scene_to_rule',
  accepts: add_scene_to_rule,
  changes: true,
  run: ({ rule_id, scene_id }, { rules }, { userId }) =>
    rules.edit(userId, (edit) => {
      const scene = edit.takeScene(scene_id)
      edit.change(rule_id, (rule) => ({ scenes: [...scenesOf(rule), scene] }))
      return {}
    }),
})

export const updateSceneName = defineCommand({
  name: 'update_scene_name',
  accepts: update_scene_name,
  changes: true,
  run: ({ scene_id, name }, { rules }, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, () => ({ name: setName(name) }))
      return {}
    }),
})

export const updateSceneDelay = defineCommand({
  name: 'update_scene_delay',
  accepts: update_scene_delay,
  changes: true,
  run: ({ scene_id, delay }, { rules }, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, () => ({ delay }))
      return {}
    }),
})

export const updateSceneDevice = defineCommand({
  name: 'update_scene_device',
  accepts: update_scene_device,
  changes: true,
  async run(params, reach, { userId }) {
    const { scene_id, device_id, service_name, property_name } = params
    const setting = { service_name, property_name, value: actionValue(params, reach) }
    return reach.rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, (scene) => ({ devices: withSetting(scene, device_id, setting) }))
      return {}
    })
  },
})

export const deleteSceneDevice = defineCommand({
  name: 'delete_scene_device',
  accepts: delete_scene_device,
  changes: true,
  run: ({ scene_id, device_id, service_name, property_name }, { rules }, { userId }) =>
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
})

export const updateSceneStatus = defineCommand({
  name: 'update_scene_status',
  accepts: update_scene_status,
  changes: true,
  async run({ scene_id, resource_id, state }, { rules, statuses }, { userId }) {
    const status = { ...knownStatus(statuses, resource_id), state }
    return rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, (scene) => ({
        statuses: [...(scene.statuses ?? []).filter((one) => one.resource_id !== resource_id), status],
      }))
      return {}
    })
  },
})

export const deleteSceneStatus = defineCommand({
  name: 'delete_scene_status',
  accepts: delete_scene_status,
  changes: true,
  run: ({ scene_id, resource_id }, { rules }, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ statuses = [] }) => ({
        statuses: statuses.filter((one) => one.resource_id !== resource_id),
      }))
      return {}
    }),
})

export const updateSceneNotification = defineCommand({
  name: 'update_scene_notification',
  accepts: update_scene_notification,
  changes: true,
  run: ({ scene_id, notification_id: id, ...given }, { rules, newId }, { userId }) =>
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
})

export const deleteSceneNotification = defineCommand({
  name: 'delete_scene_notification',
  accepts: delete_scene_notification,
  changes: true,
  run: ({ scene_id, notification_id, type }, { rules }, { userId }) =>
    rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ notifications = [] }) => ({
        notifications: notifications.filter(
          (one) => one.notification_id !== notification_id || one.type !== type,
        ),
      }))
      return {}
    }),
})

export const updateAlarm = defineCommand({
  name: 'update_alarm',
  accepts: update_alarm,
  changes: true,
  async run({ scene_id, alarmId, enabled }, reach, { userId }) {
    if (enabled) knownAlarm(reach, alarmId)
    return reach.rules.edit(userId, (edit) => {
      edit.changeScene(scene_id, ({ alarms = [] }) => ({
        alarms: [...alarms.filter((one) => one.alarmId !== alarmId), ...(enabled ? [{ alarmId }] : [])],
      }))
      return {}
    })
  },
})

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
