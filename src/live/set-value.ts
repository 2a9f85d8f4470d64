import type { Commands } from '#schemas/generated/channel.ts'

/** The command that sets a value of a device. */
export const SET_VALUE = 'set_service_property_value' satisfies keyof Commands
/** And to ask for one. */
export const GET_VALUE = 'get_device_property' satisfies keyof Commands

/** Code of an answer: the gateway restarted meanwhile, and what came of the command is not known (L-08). */
export const INTERRUPTED = '425'
