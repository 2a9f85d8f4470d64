import type { Command } from '../command.ts'
import type { CommandName } from '../ports.ts'
import { addDeviceToRoom } from './add-device-to-room.ts'
import { cancelFirmware } from './cancel-firmware.ts'
import { factoryReset } from './factory-reset.ts'
import { getDeviceDetailed } from './get-device-detailed.ts'
import { getDeviceProperty } from './get-device-property.ts'
import { getLayout } from './get-layout.ts'
import { getObjectListByTypeDetailed } from './get-object-list-by-type-detailed.ts'
import { getPlatformInfo } from './get-platform-info.ts'
import { ping } from './ping.ts'
import { reboot } from './reboot.ts'
import { removeDeviceFromRoom } from './remove-device-from-room.ts'
import { sendDefaultCommand } from './send-default-command.ts'
import { setDeviceName } from './set-device-name.ts'
import { setServicePropertyValue } from './set-service-property-value.ts'
import { upgradeFirmware } from './upgrade-firmware.ts'

/** Every command of schemas/channel; one that is missing here does not compile. */
export const commands: { readonly [N in CommandName]: Command<N> } = {
  get_object_list_by_type_detailed: getObjectListByTypeDetailed,
  get_device_detailed: getDeviceDetailed,
  get_device_property: getDeviceProperty,
  set_service_property_value: setServicePropertyValue,
  get_layout: getLayout,
  set_device_name: setDeviceName,
  add_device_to_room: addDeviceToRoom,
  remove_device_from_room: removeDeviceFromRoom,
  send_default_command: sendDefaultCommand,
  get_platform_info: getPlatformInfo,
  ping,
  reboot,
  factory_reset: factoryReset,
  upgrade_firmware: upgradeFirmware,
  cancel_firmware: cancelFirmware,
}
