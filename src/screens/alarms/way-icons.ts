import type { AlarmMessage } from '#schemas/generated/entities/alarm-notification.ts'
import type { IconName } from '#ui/Icon.tsx'

/** By which ways an alarm is told. */
export const ICONS = {
  ...{ pushNotification: 'mobile', emailNotification: 'mail', SMS: 'message', call: 'phone' },
} as const satisfies Record<AlarmMessage['way'], IconName>
