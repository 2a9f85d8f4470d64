import type { Commands } from '#schemas/generated/channel.ts'

/** The command that sets a value of a device. */
export const SET_VALUE = 'set_service_property_value' satisfies keyof Commands
