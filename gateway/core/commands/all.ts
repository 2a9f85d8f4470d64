import type { Command } from '../command.ts'
import { getDeviceDetailed } from '../devices/commands/get-device-detailed.ts'
import { getDeviceProperty } from '../devices/commands/get-device-property.ts'
import { getObjectListByTypeDetailed } from '../devices/commands/get-object-list-by-type-detailed.ts'
import { setDeviceName } from '../devices/commands/set-device-name.ts'
import {
  getDeletedObjects,
  getObjectHistory,
  importObjects,
  restoreObject,
} from '../history/commands/history-commands.ts'
import { getInfraredCodes } from '../infrared/commands/get-infrared-codes.ts'
import { removeInfraredCode } from '../infrared/commands/remove-infrared-code.ts'
import { setInfraredCode } from '../infrared/commands/set-infrared-code.ts'
import { applyReplacement } from '../joining/commands/apply-replacement.ts'
import { cancelPairing } from '../joining/commands/cancel-pairing.ts'
import { closeNetwork } from '../joining/commands/close-network.ts'
import { createGroup } from '../joining/commands/create-group.ts'
import { deleteDevice } from '../joining/commands/delete-device.ts'
import { forceRemoveNode } from '../joining/commands/force-remove-node.ts'
import { mapNetwork } from '../joining/commands/map-network.ts'
import { networkTimeout } from '../joining/commands/network-timeout.ts'
import { openExclusion } from '../joining/commands/open-exclusion.ts'
import { openNetwork } from '../joining/commands/open-network.ts'
import { pairDevices } from '../joining/commands/pair-devices.ts'
import { planReplacement } from '../joining/commands/plan-replacement.ts'
import { removeFailedNode } from '../joining/commands/remove-failed-node.ts'
import { replaceDevice } from '../joining/commands/replace-device.ts'
import { undoReplacement } from '../joining/commands/undo-replacement.ts'
import { cancelFirmware } from '../machine/commands/cancel-firmware.ts'
import { factoryReset } from '../machine/commands/factory-reset.ts'
import { getPlatformInfo } from '../machine/commands/get-platform-info.ts'
import { ping } from '../machine/commands/ping.ts'
import { reboot } from '../machine/commands/reboot.ts'
import { setGatewayOperationMode } from '../machine/commands/set-gateway-operation-mode.ts'
import { upgradeFirmware } from '../machine/commands/upgrade-firmware.ts'
import { getPropertyCauses } from '../orders/commands/get-property-causes.ts'
import { sendDefaultCommand } from '../orders/commands/send-default-command.ts'
import { setServicePropertyValue } from '../orders/commands/set-service-property-value.ts'
import type { CommandName } from '../ports.ts'
import { addDeviceToRoom } from '../rooms/commands/add-device-to-room.ts'
import { addFloor } from '../rooms/commands/add-floor.ts'
import { addRoom } from '../rooms/commands/add-room.ts'
import { addZone } from '../rooms/commands/add-zone.ts'
import { getLayout } from '../rooms/commands/get-layout.ts'
import { getZones } from '../rooms/commands/get-zones.ts'
import { removeDeviceFromRoom } from '../rooms/commands/remove-device-from-room.ts'
import { removeFloor } from '../rooms/commands/remove-floor.ts'
import { removeRoom } from '../rooms/commands/remove-room.ts'
import { removeZone } from '../rooms/commands/remove-zone.ts'
import { renameFloor } from '../rooms/commands/rename-floor.ts'
import { renameRoom } from '../rooms/commands/rename-room.ts'
import { renameZone } from '../rooms/commands/rename-zone.ts'
import { setRoomIcon } from '../rooms/commands/set-room-icon.ts'
import { getRecordedChanges } from '../rules/commands/get-recorded-changes.ts'
import { getRuleRuns } from '../rules/commands/get-rule-runs.ts'
import { playRule } from '../rules/commands/play-rule.ts'
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
} from '../rules/commands/rule-commands.ts'
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
} from '../rules/commands/scene-commands.ts'
import {
  createScenarioStatus,
  deleteScenarioStatus,
  getScenarioStatuses,
  getScenarioStatusesCollection,
  getStatuses,
  setScenarioStatus,
  updateScenarioStatus,
} from '../statuses/commands/status-commands.ts'

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
