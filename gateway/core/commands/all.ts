import type { Command } from '../command.ts'
import type { CommandName } from '../ports.ts'
import { addDeviceToRoom } from './add-device-to-room.ts'
import { addFloor } from './add-floor.ts'
import { addRoom } from './add-room.ts'
import { addZone } from './add-zone.ts'
import { applyReplacement } from './apply-replacement.ts'
import { cancelFirmware } from './cancel-firmware.ts'
import { cancelPairing } from './cancel-pairing.ts'
import { closeNetwork } from './close-network.ts'
import { createGroup } from './create-group.ts'
import { deleteDevice } from './delete-device.ts'
import { factoryReset } from './factory-reset.ts'
import { forceRemoveNode } from './force-remove-node.ts'
import { getDeviceDetailed } from './get-device-detailed.ts'
import { getDeviceProperty } from './get-device-property.ts'
import { getInfraredCodes } from './get-infrared-codes.ts'
import { getLayout } from './get-layout.ts'
import { getObjectListByTypeDetailed } from './get-object-list-by-type-detailed.ts'
import { getPlatformInfo } from './get-platform-info.ts'
import { getPropertyCauses } from './get-property-causes.ts'
import { getRecordedChanges } from './get-recorded-changes.ts'
import { getRuleRuns } from './get-rule-runs.ts'
import { getZones } from './get-zones.ts'
import { getDeletedObjects, getObjectHistory, importObjects, restoreObject } from './history-commands.ts'
import { mapNetwork } from './map-network.ts'
import { networkTimeout } from './network-timeout.ts'
import { openExclusion } from './open-exclusion.ts'
import { openNetwork } from './open-network.ts'
import { pairDevices } from './pair-devices.ts'
import { ping } from './ping.ts'
import { planReplacement } from './plan-replacement.ts'
import { playRule } from './play-rule.ts'
import { reboot } from './reboot.ts'
import { removeDeviceFromRoom } from './remove-device-from-room.ts'
import { removeFailedNode } from './remove-failed-node.ts'
import { removeFloor } from './remove-floor.ts'
import { removeInfraredCode } from './remove-infrared-code.ts'
import { removeRoom } from './remove-room.ts'
import { removeZone } from './remove-zone.ts'
import { renameFloor } from './rename-floor.ts'
import { renameRoom } from './rename-room.ts'
import { renameZone } from './rename-zone.ts'
import { replaceDevice } from './replace-device.ts'
import {
  createRule,
  deleteDeviceTrigger,
  deleteRule,
  deleteRuleStatus,
  deleteTimeTrigger,
  getAlarmTable,
  getRules,
  getRulesList,
  saveRule,
  updateDeviceTrigger,
  updateRuleInfo,
  updateRuleLogic,
  updateRuleStatus,
  updateTimeTrigger,
} from './rule-commands.ts'
import {
  addSceneToRule,
  createScene,
  deleteScene,
  deleteSceneDevice,
  deleteSceneNotification,
  deleteSceneStatus,
  getSceneInfo,
  updateAlarm,
  updateSceneDelay,
  updateSceneDevice,
  updateSceneName,
  updateSceneNotification,
  updateSceneStatus,
} from './scene-commands.ts'
import { sendDefaultCommand } from './send-default-command.ts'
import { setDeviceName } from './set-device-name.ts'
import { setGatewayOperationMode } from './set-gateway-operation-mode.ts'
import { setInfraredCode } from './set-infrared-code.ts'
import { setRoomIcon } from './set-room-icon.ts'
import { setServicePropertyValue } from './set-service-property-value.ts'
import {
  createScenarioStatus,
  deleteScenarioStatus,
  getScenarioStatuses,
  getScenarioStatusesCollection,
  getStatuses,
  setScenarioStatus,
  updateScenarioStatus,
} from './status-commands.ts'
import { undoReplacement } from './undo-replacement.ts'
import { upgradeFirmware } from './upgrade-firmware.ts'

/** Every command of schemas/channel; one that is missing here does not compile. */
export const commands: { readonly [N in CommandName]: Command<N> } = {
  get_object_list_by_type_detailed: getObjectListByTypeDetailed,
  get_device_detailed: getDeviceDetailed,
  get_device_property: getDeviceProperty,
  set_service_property_value: setServicePropertyValue,
  get_layout: getLayout,
  add_floor: addFloor,
  add_room: addRoom,
  add_zone: addZone,
  get_zones: getZones,
  remove_floor: removeFloor,
  remove_room: removeRoom,
  remove_zone: removeZone,
  rename_floor: renameFloor,
  rename_room: renameRoom,
  rename_zone: renameZone,
  set_room_icon: setRoomIcon,
  set_device_name: setDeviceName,
  add_device_to_room: addDeviceToRoom,
  remove_device_from_room: removeDeviceFromRoom,
  send_default_command: sendDefaultCommand,
  get_platform_info: getPlatformInfo,
  ping,
  set_gateway_operation_mode: setGatewayOperationMode,
  reboot,
  factory_reset: factoryReset,
  upgrade_firmware: upgradeFirmware,
  cancel_firmware: cancelFirmware,
  open_network: openNetwork,
  close_network: closeNetwork,
  network_timeout: networkTimeout,
  open_exclusion: openExclusion,
  create_group: createGroup,
  map_network: mapNetwork,
  remove_failed_node: removeFailedNode,
  force_remove_node: forceRemoveNode,
  delete_device: deleteDevice,
  replace_device: replaceDevice,
  plan_replacement: planReplacement,
  apply_replacement: applyReplacement,
  undo_replacement: undoReplacement,
  pair_devices: pairDevices,
  cancel_pairing: cancelPairing,
  get_infrared_codes: getInfraredCodes,
  set_infrared_code: setInfraredCode,
  remove_infrared_code: removeInfraredCode,
  get_object_history: getObjectHistory,
  get_deleted_objects: getDeletedObjects,
  restore_object: restoreObject,
  import_objects: importObjects,
  get_rules_list: getRulesList,
  get_rules: getRules,
  get_alarm_table: getAlarmTable,
  create_rule: createRule,
  save_rule: saveRule,
  delete_rule: deleteRule,
  update_rule_info: updateRuleInfo,
  update_rule_logic: updateRuleLogic,
  update_rule_status: updateRuleStatus,
  delete_rule_status: deleteRuleStatus,
  update_device_trigger: updateDeviceTrigger,
  delete_device_trigger: deleteDeviceTrigger,
  update_time_trigger: updateTimeTrigger,
  delete_time_trigger: deleteTimeTrigger,
  get_scene_info: getSceneInfo,
  create_scene: createScene,
  delete_scene: deleteScene,
  add_scene_to_rule: addSceneToRule,
  update_scene_name: updateSceneName,
  update_scene_delay: updateSceneDelay,
  update_scene_device: updateSceneDevice,
  delete_scene_device: deleteSceneDevice,
  update_scene_status: updateSceneStatus,
  delete_scene_status: deleteSceneStatus,
  update_scene_notification: updateSceneNotification,
  delete_scene_notification: deleteSceneNotification,
  update_alarm: updateAlarm,
  get_scenario_statuses_collection: getScenarioStatusesCollection,
  get_scenario_statuses: getScenarioStatuses,
  get_statuses: getStatuses,
  create_scenario_status: createScenarioStatus,
  update_scenario_status: updateScenarioStatus,
  delete_scenario_status: deleteScenarioStatus,
  set_scenario_status: setScenarioStatus,
  play_rule: playRule,
  get_rule_runs: getRuleRuns,
  get_property_causes: getPropertyCauses,
  get_recorded_changes: getRecordedChanges,
}
