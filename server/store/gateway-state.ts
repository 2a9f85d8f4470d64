import { sql } from 'kysely'

/** What a gateway is shown as: the first condition that holds (gateway/lib/gateway-condition.ts), online without any. */
export type ShownState =
  | 'replacing'
  | 'upgrading'
  | 'restoring'
  | 'subscriptionLocked'
  | 'pinLocked'
  | 'privileged'
  | 'offline'
  | 'online'

/** The same, where a million rows are looked at; unsigned 32 bit of a PIN lock: the top bit, and not all ones. */
export const shownState = sql<ShownState>`case
  when coalesce(gateways.replacement_in_progress, false) then 'replacing'
  when coalesce(gateways.firmware_upgrade_in_progress, false) then 'upgrading'
  when coalesce(gateways.backup_restore_in_progress, false) then 'restoring'
  when gateways.subscription_lock_mode > 0 then 'subscriptionLocked'
  when gateways.lock_status >= 2147483648 and gateways.lock_status < 4294967295 then 'pinLocked'
  when coalesce(gateways.privileged, false) then 'privileged'
  when gateways.connection_status = 'offline' then 'offline'
  else 'online'
end`
