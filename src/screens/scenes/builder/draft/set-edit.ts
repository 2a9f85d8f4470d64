import type {
  ActionSet,
  ActionTarget,
  DeviceSetting,
  RuleAction,
  RuleNotification,
  RuleStatus,
} from '#schemas/generated/entities/rule.ts'
import { keyOf, withOne } from './rule-edit.ts'

/** What can be done to an action set while it is built: every function gives a new one. */

const isSetting = (
  one: DeviceSetting,
  other: Pick<DeviceSetting, 'service_name' | 'property_name'>,
): boolean => one.service_name === other.service_name && one.property_name === other.property_name

/** What a device is to do; the first of its settings stands in the device's own fields too (spec 2 §3). */
export function putSetting(
  set: ActionSet,
  device: { id: string; name: string },
  setting: DeviceSetting,
): ActionSet {
  const known = set.devices?.find(({ id }) => id === device.id)
  const settings = withOne(known?.settings, setting, (one) => isSetting(one, setting))
  return {
    ...set,
    devices: withOne(set.devices, deviceOf(device.id, device.name, settings), ({ id }) => id === device.id),
  }
}

function deviceOf(id: string, name: string | undefined, settings: DeviceSetting[]) {
  const [first] = settings
  return {
    id,
    ...(name !== undefined && { device_name: name }),
    settings,
    ...(first && 'value' in first && { device_value: first.value }),
    ...(first && { property_name: first.property_name }),
  }
}

/** Takes one setting out, and the device with its last one. */
export function removeSetting(
  set: ActionSet,
  deviceId: string,
  which: Pick<DeviceSetting, 'service_name' | 'property_name'>,
): ActionSet {
  const devices = (set.devices ?? []).flatMap((device) => {
    if (device.id !== deviceId) return [device]
    const settings = device.settings.filter((one) => !isSetting(one, which))
    return settings.length > 0 ? [deviceOf(device.id, device.device_name, settings)] : []
  })
  return { ...set, devices }
}

export const putSetStatus = (set: ActionSet, status: RuleStatus): ActionSet => ({
  ...set,
  statuses: withOne(set.statuses, status, ({ resource_id }) => resource_id === status.resource_id),
})

export const removeSetStatus = (set: ActionSet, key: string): ActionSet => ({
  ...set,
  statuses: (set.statuses ?? []).filter((one) => keyOf(one) !== key),
})

export const putTarget = (set: ActionSet, target: ActionTarget): ActionSet => ({
  ...set,
  targets: withOne(set.targets, target, ({ id }) => id === target.id),
})

export function removeTarget({ targets = [], ...set }: ActionSet, id: string): ActionSet {
  const left = targets.filter((one) => one.id !== id)
  return left.length > 0 ? { ...set, targets: left } : set
}

export const putSetRule = (set: ActionSet, action: RuleAction): ActionSet => ({
  ...set,
  rules: withOne(set.rules, action, ({ rule_id }) => rule_id === action.rule_id),
})

export function removeSetRule({ rules = [], ...set }: ActionSet, id: string): ActionSet {
  const left = rules.filter(({ rule_id }) => rule_id !== id)
  return left.length > 0 ? { ...set, rules: left } : set
}

/** The set says how many there are of each way to tell somebody (spec 2 §3). */
const counted = (set: ActionSet): ActionSet => ({
  ...set,
  notification: (set.notifications ?? []).filter(({ type }) => type === 0).length,
  push_notification: (set.notifications ?? []).filter(({ type }) => type === 1).length,
  alarm_notification: set.alarms?.length ?? 0,
})

export const putNotification = (set: ActionSet, notification: RuleNotification): ActionSet =>
  counted({
    ...set,
    notifications: withOne(
      set.notifications,
      { ...notification, scene_id: set.id },
      ({ notification_id }) => notification_id === notification.notification_id,
    ),
  })

export const removeNotification = (set: ActionSet, id: string | undefined): ActionSet =>
  counted({
    ...set,
    notifications: (set.notifications ?? []).filter(({ notification_id }) => notification_id !== id),
  })

export const putAlarm = (set: ActionSet, alarmId: number): ActionSet =>
  counted({ ...set, alarms: withOne(set.alarms, { alarmId }, (one) => one.alarmId === alarmId) })

export const removeAlarm = (set: ActionSet, alarmId: number): ActionSet =>
  counted({ ...set, alarms: (set.alarms ?? []).filter((one) => one.alarmId !== alarmId) })
