import type { Migration } from './migration.ts'

/** Gateways are ordered and chosen by what they are shown as, not only by whether they are connected. */
export const gatewayStates: Migration = {
  version: 15,
  name: 'gateway-states',
  statements: [
    `create index gateways_by_state on gateways ((case
      when coalesce(replacement_in_progress, false) then 0
      when coalesce(firmware_upgrade_in_progress, false) then 1
      when coalesce(backup_restore_in_progress, false) then 2
      when subscription_lock_mode > 0 then 3
      when lock_status >= 2147483648 and lock_status < 4294967295 then 4
      when coalesce(privileged, false) then 5
      when connection_status = 'offline' then 6
      else 7
    end), serial_number)`,
  ],
}
